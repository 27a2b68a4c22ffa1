import { useFormContext } from 'react-hook-form'
import { translated } from '#web/lib/i18n.ts'
import { useGetsNoCode } from '#web/lib/phones.ts'

/** Said before a person waits for a code in vain; the server answers such a number as any other. */
export function NoCodesThere() {
  const typed = String((useFormContext().watch() as { phoneNumber?: string }).phoneNumber ?? '')
  const getsNoCode = useGetsNoCode({ enabled: typed.startsWith('+') })
  return (
    <p role="status" className="text-sm text-danger empty:hidden">
      {getsNoCode(typed) && translated('This country cannot receive codes here yet')}
    </p>
  )
}
