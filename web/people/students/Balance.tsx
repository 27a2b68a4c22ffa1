import { Coins } from 'lucide-react'
import { schools } from '#contract/platform/schools/schools.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useHolds } from '#web/lib/session.ts'
import { cx } from '#web/ui/cx.ts'

/** The coins of a school; null for people who may not see them, and until they are loaded. */
export function useBalance(schoolId: string): number | null {
  const maySee = useHolds()('ViewSchoolData')
  const { data } = useRead(schools.get, { schoolId }, { enabled: maySee })
  return (maySee ? data?.availableCoins : null) ?? null
}

/** A balance in words: coins to spend, or coins owed. */
export function Balance({ coins }: { coins: number }) {
  const { t } = useTranslation()
  return (
    <span className={cx('inline-flex items-center gap-2', coins < 0 && 'font-medium text-danger')}>
      <Coins className="size-5 shrink-0" aria-hidden="true" />
      {balanceIn(t, coins)}
    </span>
  )
}

/** The same as plain text. */
export const balanceIn = (t: ReturnType<typeof useTranslation>['t'], coins: number) =>
  t(coins < 0 ? 'settings.students.owing' : 'settings.students.balance', { count: Math.abs(coins) })
