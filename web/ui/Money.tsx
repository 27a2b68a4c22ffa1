import { useTranslation } from '#web/lib/i18n.ts'
import { money } from '#web/lib/text.ts'
import { Digits } from './Bdi.tsx'

/** An amount that schools pay to the platform, with its currency: every installation sells its coins in Egyptian pounds (decision 095). */
export function Money({ amount }: { amount: number }) {
  const { t } = useTranslation()
  return (
    <bdi className="whitespace-nowrap">
      <Digits>{money(amount)}</Digits> {t('common.currency')}
    </bdi>
  )
}
