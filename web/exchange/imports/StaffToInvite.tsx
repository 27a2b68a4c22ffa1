import type { imports } from '#contract/exchange/imports/imports.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { taughtWords } from './unknown-names.ts'

type Staff = OutputOf<typeof imports.folder>['staff']

/** People of a folder who must be invited by hand, because they have no usable address, or they have their own role. */
export function StaffToInvite({ staff, invites }: { staff: Staff; invites: boolean }) {
  const { t } = useTranslation()
  const waiting = staff.filter(
    ({ isTeacher, isInvited, willBeInvited }) => !isTeacher && !isInvited && !(invites && willBeInvited),
  )
  if (waiting.length === 0) return null
  return (
    <details className="mb-6 rounded-card border border-line bg-surface px-5 py-4" data-import="staff">
      <summary className="cursor-pointer font-semibold">
        {t('imports.folder.staff')} ({waiting.length})
      </summary>
      <p className="mt-2 text-sm text-muted">{t('imports.folder.staffMeans')}</p>
      <ul className="mt-3 space-y-2">
        {waiting.map(({ staffName, phoneNumber, email, teaches }, nth) => (
          <li key={nth} className="[overflow-wrap:anywhere]">
            <span className="font-medium">
              <Bdi>{staffName}</Bdi>
            </span>{' '}
            <span className="text-muted" dir="ltr">
              {[phoneNumber, email].filter(Boolean).join(' · ')}
            </span>
            {teaches.length > 0 && (
              <span className="block text-sm text-muted">
                <Bdi>{teaches.map(taughtWords).join(' · ')}</Bdi>
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
