/** How a client reaches the language server. */
export type Transport =
  | { readonly kind: 'stdio' | 'node-ipc' }
  | { readonly kind: 'socket'; readonly port: number }
  | { readonly kind: 'pipe'; readonly name: string };
