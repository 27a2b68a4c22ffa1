import { Coins as CoinsIcon } from 'lucide-react'
import type { OutputOf } from '#contract/language/operation.ts'
import type { schools } from '#contract/platform/schools/schools.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { coinTypeName } from '#web/lib/reference.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'

/** The coins a school has to seat students with. */
export function Coins({ school }: { school: OutputOf<typeof schools.get> }) {
  const { t } = useTranslation()
  const { coinTypeName: type } = school
  const coins = school.availableCoins ?? 0
  return (
    <Card className="flex items-center gap-4 py-4">
      <CoinsIcon className="size-6 shrink-0 text-primary" aria-hidden="true" />
      <p className="flex-1">
        <span className="block text-sm text-muted">{t('settings.schoolInfo.coins')}</span>
        <span className={cx('text-xl font-semibold', coins < 0 && 'text-danger')}>
          {coins < 0 ? t('settings.students.owing', { count: -coins }) : <Digits>{coins}</Digits>}
        </span>
      </p>
      <p className="text-sm text-muted">
        {type ? <bdi>{coinTypeName(t, type)}</bdi> : t('settings.schoolInfo.noCoinType')}
      </p>
    </Card>
  )
}
