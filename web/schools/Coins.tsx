import { Coins as CoinsIcon } from 'lucide-react'
import type { OutputOf } from '#contract/operation.ts'
import type { schools } from '#contract/schools.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { coinTypeName } from '#web/lib/reference.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { Card } from '#web/ui/Card.tsx'

/** The coins a school has to seat students with. */
export function Coins({ school }: { school: OutputOf<typeof schools.get> }) {
  const { t } = useTranslation()
  const { availableCoins, coinTypeName: type } = school
  return (
    <Card className="flex items-center gap-4 py-4">
      <CoinsIcon className="size-6 shrink-0 text-primary" aria-hidden="true" />
      <p className="flex-1">
        <span className="block text-sm text-muted">{t('settings.schoolInfo.coins')}</span>
        <span className="text-xl font-semibold">
          <Digits>{availableCoins ?? 0}</Digits>
        </span>
      </p>
      <p className="text-sm text-muted">
        {type ? <bdi>{coinTypeName(t, type)}</bdi> : t('settings.schoolInfo.noCoinType')}
      </p>
    </Card>
  )
}
