import type { ListedTask } from '@artel/contract/tasks/tasks'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../api/session/session.ts'
import { FromFirstOpen } from '../../../ui/states/from-first-open.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import { EditableCell } from '../../../ui/table/editable-cell.tsx'

// Lazy, because the editors bring the date picker, and the list is looked at first.
const TaskCellEditor = lazyPart(async () => (await import('./task-cell-editor.tsx')).TaskCellEditor)

export type EditedField = 'status' | 'priority' | 'assign' | 'quantity' | 'due'
export type EditedCell = { task: ListedTask; field: EditedField; anchor: HTMLElement }

/** Changes values of the task list in place, for admins. */
export function useTaskEditing() {
  const t = useTranslations('taskBulk')
  const isAdmin = useUser().type !== 'staff'
  const [cell, setCell] = useState<EditedCell | null>(null)
  const [isOpen, setOpen] = useState(false)
  return {
    /** The content of a cell, with a pencil if the person may change the value now. */
    cell: (task: ListedTask, field: EditedField, content: ReactNode): ReactNode =>
      isAdmin && mayEdit[field](task) ? (
        <EditableCell
          label={t(`edit_${field}`, { id: String(task.id) })}
          isOpen={isOpen && cell?.task.id === task.id && cell.field === field}
          onEdit={(anchor) => {
            setCell({ task, field, anchor })
            setOpen(true)
          }}
        >
          {content}
        </EditableCell>
      ) : (
        content
      ),
    /** The editor of the cell that is open. */
    editor: isAdmin && (
      <FromFirstOpen isOpen={isOpen}>
        {cell && (
          <TaskCellEditor
            key={`${cell.task.id} ${cell.field}`}
            {...cell}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          />
        )}
      </FromFirstOpen>
    ),
  }
}

const mayEdit: Record<EditedField, (task: ListedTask) => boolean> = {
  status: ({ can }) => can.start || can.pause || can.finish || can.approve || can.return || can.cancel,
  priority: ({ can }) => can.edit,
  due: ({ can }) => can.edit,
  assign: ({ can }) => can.edit_terms,
  quantity: ({ can }) => can.edit_terms,
}
