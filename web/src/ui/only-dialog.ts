const openDialogs = () => document.querySelectorAll('[role="dialog"][aria-modal="true"]').length

/** Whether something that asks lies over the page. */
export const isDialogOpen = (): boolean => openDialogs() > 0

/** Escape reaches everything that is open; with another dialog on top it is meant for that one. */
export const isOnlyDialog = (): boolean => openDialogs() < 2
