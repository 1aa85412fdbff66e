const openDialogs = () => [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')]

/** Whether a dialog lies over the page. */
export const isDialogOpen = (): boolean => openDialogs().length > 0

/** Escape reaches every open dialog. If another dialog is on top, the key belongs to that one. */
export const isOnlyDialog = (): boolean => openDialogs().length < 2

/** The dialog in use; those below it are hidden. */
export const findTopDialog = (): HTMLElement | null =>
  openDialogs().findLast((dialog) => dialog.checkVisibility({ visibilityProperty: true })) ?? null
