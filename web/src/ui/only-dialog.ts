/** Escape reaches everything that is open; with another dialog on top it is meant for that one. */
export const isOnlyDialog = (): boolean =>
  document.querySelectorAll('[role="dialog"][aria-modal="true"]').length < 2
