import { TriangleExclamationPoint } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Approval, paymentRequests } from '#contract/platform/payments/payments.ts'
import { coinTypeList } from '#contract/platform/reference/reference-lists.ts'
import { useRead } from '#web/lib/api.ts'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { paymentTypeName } from '#web/lib/reference.ts'
import { numberTyped } from '#web/lib/text.ts'
import { Money } from '#web/ui/Money.tsx'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { AmountField } from '#web/records/AmountField.tsx'
import { currentOf, useChange } from '#web/records/change.ts'
import { coinsFor, type Request } from './request.ts'

type Values = { requestId: string; paymentAmount: string; paymentDate: string }

/** Approves a request after showing what it is, what it will credit, and whether its code is known from elsewhere. */
export function Approve({ request: opened, onClose }: { request: Request; onClose: () => void }) {
  const { t } = useTranslation()
  const [request, setRequest] = useState(opened)
  const approve = useChange(paymentRequests.approve)
  const start = valuesOf(request)

  async function save(values: Values) {
    try {
      const { coins } = await approve({
        ...values,
        paymentAmount: numberTyped(values.paymentAmount),
        baseVersion: request.version,
      })
      toast({ title: t('payments.credited', { coins: coins ?? 0 }) })
    } catch (error) {
      setRequest(currentOf(paymentRequests.approve, error) ?? request)
      throw error
    }
    onClose()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('payments.approveTitle')}>
      <Form<Values> schema={Approval} start={start} save={save} submit="payments.approve" beside={<DialogCancel />}>
        {request !== opened && <Warning>{translated('Somebody else changed this meanwhile')}</Warning>}
        <Newer request={request} />
        <About request={request} />
        {request.sameCodeElsewhere && <Warning>{t('payments.sameCode')}</Warning>}
        {request.coinTypeId === null && <Warning>{translated('This school has no coin type yet')}</Warning>}
        <AmountField name="paymentAmount" label="payments.paymentAmount" />
        <Credits request={request} />
      </Form>
    </Dialog>
  )
}

const valuesOf = ({ id, transferAmount, transferDate }: Request): Values => ({
  requestId: id,
  paymentAmount: String(transferAmount),
  paymentDate: transferDate,
})

/** In the form: takes the values of a newer version, but where something was typed (decision 074). */
function Newer({ request }: { request: Request }) {
  const { reset } = useFormContext<Values>()
  useEffect(
    () => reset(valuesOf(request), { keepDirtyValues: true, keepErrors: true, keepIsSubmitted: true }),
    [request, reset],
  )
  return null
}

/** What the amount in the form buys, with what is left over of earlier payments, at the present price of the school's coin. */
function Credits({ request: { coinTypeId, leftOver } }: { request: Request }) {
  const { t } = useTranslation()
  const amount = numberTyped(useWatch<Values, 'paymentAmount'>({ name: 'paymentAmount' }))
  const value = useRead(coinTypeList.list, {}).data?.find(({ id }) => id === coinTypeId)?.value
  if (!value || !(amount > 0)) return null
  const { coins, hasRest } = coinsFor(amount, leftOver ?? 0, value)
  return (
    <p aria-live="polite" className="rounded-field bg-ok-soft px-4 py-3 text-ok">
      <span className="flex flex-wrap justify-between gap-x-4 font-semibold">
        {t('payments.credits')}
        <Digits>{coins}</Digits>
      </span>
      {hasRest && <span className="block text-sm">{t('payments.creditsRest')}</span>}
    </p>
  )
}

function About({ request }: { request: Request }) {
  const { t } = useTranslation()
  const lines: [string, ReactNode][] = [
    ['header.school', <Bdi key="school">{request.schoolName}</Bdi>],
    ['settings.payment.paymentTypeId', <Bdi key="type">{paymentTypeName(t, request.paymentTypeName)}</Bdi>],
    ['settings.payment.transferCode', <Digits key="code">{request.transferCode}</Digits>],
    ['settings.payment.transferDate', <Day key="date" day={request.transferDate} />],
    ['settings.payment.transferAmount', <Money key="amount" amount={request.transferAmount} />],
  ]
  return (
    <dl className="divide-y divide-line rounded-card border border-line">
      {lines.map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-4 px-4 py-2">
          <dt className="text-muted">{t(label)}</dt>
          <dd className="font-semibold [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const Warning = ({ children }: { children: string }) => (
  <p className="flex items-start gap-2 rounded-field bg-wait-soft px-4 py-3 text-wait">
    <TriangleExclamationPoint className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
    {children}
  </p>
)
