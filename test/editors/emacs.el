;;; emacs.el --- Emacs in batch, with a recipe of docs/editors.md as its init.el -*- lexical-binding: t -*-
;; Opens the files, tells what is shown on each, takes a quick fix in the first, changes the others, saves, and tells what it
;; saw. The same for eglot and lsp-mode: both show their problems through flymake.
(require 'flymake)
(require 'json)
(require 'ert-x)

;; What a session without a person needs: no questions, no files beside those that are edited.
(setq make-backup-files nil
      create-lockfiles nil
      auto-save-default nil
      eglot-sync-connect 15
      lsp-auto-guess-root t
      lsp-enable-snippet nil
      lsp-warn-no-matched-clients nil)
(prefer-coding-system 'utf-8)

(defun test-tell (&rest sighting)
  (write-region (concat (json-encode sighting) "\n") nil (getenv "REPORT") t 'silent))

(defun test-wait-for (what condition)
  (let ((end (+ (float-time) 15)) found)
    (while (not (setq found (funcall condition)))
      (when (> (float-time) end) (error "Never saw %s in %s (%s)" what (buffer-name) major-mode))
      (accept-process-output nil 0.02)
      (ert-run-idle-timers)) ; in batch nothing else does
    found))

(defun test-problems ()
  ;; lsp-mode tells flymake of the current buffer alone; this way it tells again.
  (when (bound-and-true-p lsp-mode) (setq lsp-diagnostics--flymake-report-fn nil))
  (flymake-start)
  (flymake-diagnostics))

(defun test-describe (diagnostic)
  (list :message (flymake-diagnostic-text diagnostic)
        :under (buffer-substring-no-properties (flymake-diagnostic-beg diagnostic) (flymake-diagnostic-end diagnostic))))

(defun test-open (file)
  (switch-to-buffer (find-file-noselect file))
  (run-hooks 'post-command-hook) ; batch has no command loop, which eglot-ensure waits for
  (ert-run-idle-timers) ; and lsp-deferred for these
  (current-buffer))

(defun test-fix (title)
  "Take the quick fix TITLE, as a person who picks it from the list."
  (let ((last-nonmenu-event ?x) ; by the keyboard, not by a menu
        offered)
    (cl-letf (((symbol-function 'completing-read)
               (lambda (_prompt choices &rest _)
                 (setq offered (all-completions "" choices))
                 (car (member title offered)))))
      (if (bound-and-true-p lsp-mode)
          (lsp-execute-code-action (lsp--select-action (lsp-code-actions-at-point)))
        (call-interactively #'eglot-code-actions)))
    (test-tell :what "actions" :titles (vconcat offered))))

(defun test-servers ()
  (if (bound-and-true-p lsp-mode)
      (length (lsp-workspaces))
    (length (hash-table-values eglot--servers-by-project))))

(defun test-run ()
  (let* ((files (append (json-parse-string (getenv "FILES")) nil))
         (manifest (test-open (car (last files))))
         (typing (test-open (car (last files 2))))
         (buffers (mapcar #'test-open (butlast files 2))))
    (dolist (buffer buffers)
      (switch-to-buffer buffer)
      (let ((found (test-wait-for "a problem" #'test-problems)))
        (test-tell :what "problems" :file (buffer-name) :list (vconcat (mapcar #'test-describe found)))))
    (test-tell :what "servers" :count (test-servers))

    (switch-to-buffer (car buffers))
    (goto-char (flymake-diagnostic-beg (car (test-problems))))
    (test-fix (getenv "FIX"))

    (dolist (buffer buffers)
      (switch-to-buffer buffer)
      (unless (eq buffer (car buffers))
        (goto-char (point-min))
        (search-forward "Oslo?")
        (replace-match "Bergen?" t t)) ; and saves at once
      (save-buffer)
      (test-tell :what "written" :file (buffer-name) :modified (if (buffer-modified-p) t :json-false)))
    (switch-to-buffer typing)
    (goto-char (point-min))
    (search-forward "\"tool_call_id\": \"call_1")
    (delete-char -1)
    (save-buffer)
    (test-tell :what "written half-way" :modified (if (buffer-modified-p) t :json-false))
    (dolist (buffer buffers)
      (switch-to-buffer buffer)
      (test-wait-for "the problem go" (lambda () (null (test-problems)))))
    (switch-to-buffer manifest)
    (test-tell :what "not ours" :list (vconcat (mapcar #'test-describe (test-problems))))
    (test-tell :what "done")))

(condition-case problem
    (progn (test-run) (kill-emacs 0))
  (error (message "%s" (error-message-string problem)) (kill-emacs 1)))
