import { Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { feeLists } from '#contract/money/fees/arrears.ts'
import { feesOnline } from '#contract/money/online/online.ts'
import type { PrintedReceipt } from '#contract/money/fees/receipts.ts'
import { stale, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import { FeeMoney } from './FeeMoney.tsx'
import type { ShownIntent } from './PayOnline.tsx'

/** How often (ms) the payment is asked for after the return from the gateway, and for how long. */
const every = 2500
const longest = 90_000

/** After the return from the gateway: waits for the bank, live, and then shows the receipt or what happened. Only the server decides that. */
export function WaitForBank({ onPrint }: { onPrint: (receipt: PrintedReceipt) => void }) {
  const [query, setQuery] = useSearchParams()
  const id = query.get('waits')
  if (id === null) return null
  const close = () => setQuery({}, { replace: true, preventScrollReset: true })
  return <Waiting key={id} intentId={id} onPrint={onPrint} onClose={close} />
}

type Props = { intentId: string; onPrint: (receipt: PrintedReceipt) => void; onClose: () => void }

function Waiting({ intentId, onPrint, onClose }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(feesOnline.intent, { intentId })
  const [asked, setAsked] = useState(0)
  const isOpen = data?.intentState === 'open'
  const waits = isOpen && asked * every < longest
  useEffect(() => {
    if (!waits) return undefined
    const timer = setTimeout(() => {
      setAsked((times) => times + 1)
      void refetch()
    }, every)
    return () => clearTimeout(timer)
  }, [waits, asked, refetch])
  const state = data?.intentState
  useEffect(() => {
    if (state && state !== 'open') void stale(feeLists.own)
  }, [state])
  if (error || !data) return null
  return (
    <Card className="space-y-3" role="status">
      <h2 className="text-lg">
        {isOpen && !waits ? t('fees.online.later') : t(`fees.online.state.${data.intentState}`)}
      </h2>
      <p>
        <FeeMoney amount={data.amount} currency={data.currency} />
      </p>
      <p className="text-sm text-muted">
        {isOpen && !waits ? t('fees.online.laterMeans') : t(`fees.online.means.${data.intentState}`)}
      </p>
      <div className="flex flex-wrap gap-2">
        {data.receipt && (
          <Button tone="primary" onClick={() => onPrint(data.receipt!)}>
            {t('fees.online.showReceipt')}
          </Button>
        )}
        {!waits && <Button onClick={onClose}>{t('common.close')}</Button>}
      </div>
    </Card>
  )
}

/** The code that a kiosk asks for, large, with a way to share it. */
export function CodeForKiosk({ intent }: { intent: ShownIntent }) {
  const { t } = useTranslation()
  const { code, amount, currency, expiresAt } = intent
  async function share() {
    const text = t('fees.online.shareText', { code: code!, amount: `${amount} ${t(`fees.currency.${currency}`)}` })
    if (navigator.share) return navigator.share({ text }).catch(() => {})
    return navigator.clipboard.writeText(text).then(() => toast({ title: t('fees.online.copied') }), toastRefusal)
  }
  return (
    <Card className="space-y-2">
      <h3>{t('fees.online.codeTitle')}</h3>
      <p className="text-2xl font-semibold" dir="ltr">
        <Digits>{code!}</Digits>
      </p>
      <p>
        <FeeMoney amount={amount} currency={currency} />
      </p>
      <p className="text-sm text-muted">
        {t('fees.online.codeMeans')} <Moment at={expiresAt} />
      </p>
      <Button icon={<Share2 className="size-5" aria-hidden="true" />} onClick={() => void share()}>
        {t('fees.online.share')}
      </Button>
    </Card>
  )
}
