import type { ErrorBody } from '@artel/contract/errors'
import { useMediaAddress } from '../api/media.ts'
import { PersonName } from '../ui/avatar.tsx'
import { DateText } from '../ui/date-text.tsx'
import classes from './stale-dialog.module.css'

/** Who changed an item in the meantime, and when. */
export function ChangeAuthor({ by, at }: NonNullable<ErrorBody['changed']>) {
  const address = useMediaAddress()
  return (
    <p className={classes.author}>
      {by && <PersonName id={by.id} name={by.full_name} src={address(by.avatar)} />}
      <DateText value={at} withTime />
    </p>
  )
}
