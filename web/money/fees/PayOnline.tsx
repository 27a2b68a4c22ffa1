import { CreditCard, Store } from 'lucide-react'
import { useState } from 'react'
import { feesOnline } from '#contract/money/online/online.ts'
import type { feeLists } from '#contract/money/fees/arrears.ts'
import { amountText, exact } from '#contract/money/fees/amounts.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { stale } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { shownFeeMoney } from './FeeMoney.tsx'

export type OwnOfSchool = OutputOf<typeof feeLists.own>[number]
export type ShownIntent = OutputOf<typeof feesOnline.intent>

type Props = {
  own: OwnOfSchool
  /** The ids of the parts that are ticked. */
  ticked: readonly string[]
  code: boolean
  onCode: (intent: ShownIntent) => void
}

/** Pays what is ticked: on the page of the gateway, or with a code at a kiosk. */
export function PayOnline({ own, ticked, code, onCode }: Props) {
  const { t } = useTranslation()
  const [leaving, setLeaving] = useState(false)
  const dues = own.dues.filter(({ id }) => ticked.includes(id))
  const sum = amountText(
    dues.reduce((all, { open }) => all + exact(open), 0n),
    own.decimals,
  )
  async function pay(by: 'page' | 'code') {
    setLeaving(true)
    try {
      const { schoolId } = own
      const about = { schoolId, dueIds: dues.map(({ id }) => id), amount: sum, by }
      // Nothing else is asked of the server on the way to the gateway.
      const intent = await call(feesOnline.begin, { clientOperationId: crypto.randomUUID(), ...about })
      if (intent.url !== null) return location.assign(intent.url)
      onCode(intent)
      void stale(feesOnline.own)
    } catch (problem) {
      toastRefusal(problem)
    }
    setLeaving(false)
  }
  const amount = `${shownFeeMoney(sum)} ${t(`fees.currency.${own.currency}`)}`
  return (
    <div className="flex basis-full flex-wrap items-center gap-2">
      <Button
        tone="primary"
        className="max-md:basis-full"
        disabled={leaving || dues.length === 0}
        icon={<CreditCard className="size-5" aria-hidden="true" />}
        onClick={() => void pay('page')}
      >
        {dues.length === 0 ? t('fees.online.tickFirst') : t('fees.online.pay', { amount })}
      </Button>
      {code && (
        <Button
          disabled={leaving || dues.length === 0}
          icon={<Store className="size-5" aria-hidden="true" />}
          onClick={() => void pay('code')}
        >
          {t('fees.online.byCode')}
        </Button>
      )}
    </div>
  )
}
