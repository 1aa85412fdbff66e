import type { ReactNode } from 'react'
import classes from './change-table.module.css'

type ChangeTableProps = {
  /** Headings of the columns: the field, the value before, the value after. */
  heads: readonly [ReactNode, ReactNode, ReactNode]
  changes: readonly { key: string; field: ReactNode; before: ReactNode; after: ReactNode }[]
}

/** Changed fields with their values before and after. */
export function ChangeTable({ heads: [field, before, after], changes }: ChangeTableProps) {
  return (
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">{field}</th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.key}>
            <th scope="row">{change.field}</th>
            <td>{change.before}</td>
            <td>{change.after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
