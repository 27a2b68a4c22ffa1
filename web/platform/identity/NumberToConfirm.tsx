import { phoneChanges } from '#contract/platform/identity/phone-changes.ts'
import { useChange } from '#web/records/change.ts'
import { type PhoneChange, PhoneChangeCard } from './PhoneChangeCard.tsx'

/** A number that waits for its second person. */
export function NumberToConfirm({ change }: { change: PhoneChange }) {
  const confirm = useChange(phoneChanges.confirm)
  const withdraw = useChange(phoneChanges.withdraw)
  const named = { schoolId: change.schoolId, changeId: change.id }
  return (
    <ul>
      <PhoneChangeCard change={change} confirm={() => confirm(named)} withdraw={() => withdraw(named)} />
    </ul>
  )
}
