const openDialogs = () => [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')]

/** Whether something that asks lies over the page. */
export const isDialogOpen = (): boolean => openDialogs().length > 0

/** Escape reaches everything that is open; with another dialog on top it is meant for that one. */
export const isOnlyDialog = (): boolean => openDialogs().length < 2

/** The dialog that is worked in; those below it are hidden. */
export const findTopDialog = (): HTMLElement | null =>
  openDialogs().findLast((dialog) => dialog.checkVisibility({ visibilityProperty: true })) ?? null
