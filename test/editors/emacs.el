;;; emacs.el --- Emacs with eglot, in batch -*- lexical-binding: t -*-
;; Opens the files of the workspace with the server attached, takes the preferred quick fix of the first diagnostic, saves,
;; and tells what it saw. Emacs 28 takes eglot from Debian's elpa-eglot, whose folders `-Q' leaves out; 29 has its own.
(unless (locate-library "eglot")
  (dolist (folder (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa/*"))
    (add-to-list 'load-path folder)))
(require 'eglot)
(require 'flymake)
(require 'json)

(defvar test-command (append (json-parse-string (getenv "SERVER")) nil))

(setq eglot-sync-connect 15
      eglot-confirm-server-initiated-edits nil
      eglot-confirm-server-edits nil
      make-backup-files nil
      create-lockfiles nil)
(prefer-coding-system 'utf-8)

;; Emacs 28 has no mode for JSON alone.
(define-derived-mode test-json-mode prog-mode "JSON")
(put 'test-json-mode 'eglot-language-id "json")
(add-to-list 'eglot-server-programs (cons 'test-json-mode test-command))

(defun test-tell (&rest sighting)
  (write-region (concat (json-encode sighting) "\n") nil (getenv "REPORT") t 'silent))

(defun test-wait-for (what condition)
  (let ((end (+ (float-time) 15)) found)
    (while (not (setq found (funcall condition)))
      (when (> (float-time) end) (error "Never saw %s" what))
      (accept-process-output nil 0.02))
    found))

(defun test-diagnostics ()
  (flymake-start)
  (flymake-diagnostics))

(defun test-open (file)
  (set-window-buffer nil (find-file-noselect file)) ; eglot acts on the buffer that is shown
  (set-buffer (window-buffer))
  (test-json-mode)
  (eglot-ensure)
  (run-hooks 'post-command-hook) ; batch has no command loop, which eglot-ensure waits for
  (test-wait-for "the connection" #'eglot-current-server)
  (current-buffer))

(defun test-describe (diagnostic)
  (list :line (1- (line-number-at-pos (flymake-diagnostic-beg diagnostic)))
        :message (flymake-diagnostic-text diagnostic)))

(defun test-run ()
  (let ((manifest (test-open (getenv "MANIFEST"))))
    (test-open (getenv "TRANSCRIPT"))
    (let* ((found (test-wait-for "a diagnostic" #'test-diagnostics))
           (first (car found))
           (actions (append (eglot-code-actions (flymake-diagnostic-beg first) (flymake-diagnostic-end first)) nil))
           (preferred (seq-find (lambda (action) (eq t (plist-get action :isPreferred))) actions)))
      (test-tell :what "diagnostics" :list (vconcat (mapcar #'test-describe found)))
      (test-tell :what "actions" :titles (vconcat (mapcar (lambda (action) (plist-get action :title)) actions))
                 :preferred (plist-get preferred :title))
      (if (fboundp 'eglot-execute) ; eglot 1.12 and later
          (eglot-execute (eglot-current-server) preferred)
        (eglot--apply-workspace-edit (plist-get preferred :edit)))
      (save-buffer)
      (test-wait-for "the diagnostic go" (lambda () (null (test-diagnostics))))
      (with-current-buffer manifest
        (test-tell :what "not ours" :list (vconcat (mapcar #'test-describe (test-diagnostics)))))
      (eglot-shutdown (eglot-current-server))
      (test-tell :what "stopped"))))

(condition-case problem
    (test-run)
  (error (message "%s" (error-message-string problem)) (kill-emacs 1)))
