import { createContext } from 'react'

/** Asks whether the dialog may close. */
export type DialogGuard = () => Promise<boolean>

/** The guards of the dialog around; null: there is none. A form adds one while it has unsaved changes. */
export const DialogGuardsContext = createContext<Set<DialogGuard> | null>(null)
