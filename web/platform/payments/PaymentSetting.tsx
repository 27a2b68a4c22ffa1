import { useState } from 'react'
import { NewPaymentRequest, paymentRequests } from '#contract/platform/payments/payments.ts'
import { paymentTypeList } from '#contract/platform/reference/reference-lists.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { dayOfDevice, todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paymentTypeName } from '#web/lib/reference.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { money } from '#web/lib/text.ts'
import { Day, Digits } from '#web/ui/Bdi.tsx'
import { useChange } from '#web/records/change.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import type { Field } from '#web/records/fields.ts'
import { LazyEditDialog } from '#web/records/lazy-parts.tsx'
import { RecordList } from '#web/records/RecordList.tsx'
import { EditButton, RecordRow } from '#web/records/RecordRow.tsx'
import { RemoveButton } from '#web/records/RemoveButton.tsx'
import { type Request, wordsOf } from './request.ts'
import { Decision, RequestState } from './RequestState.tsx'

/** A school's own requests for coins: sent, changed and withdrawn while nobody has decided. */
export function PaymentSetting({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const query = useRead(paymentRequests.list, { schoolId: school.id })
  const [edited, setEdited] = useState<Request | 'new' | null>(null)
  const may = {
    add: useMay(paymentRequests.add),
    update: useMay(paymentRequests.update),
    remove: useMay(paymentRequests.remove),
  }
  const remove = useChange(paymentRequests.remove)
  const fields = usePaymentFields(edited === 'new' ? null : edited)
  const today = todayIn(school.timeZone)

  return (
    <RecordList
      of="payment"
      lead={<Balance schoolId={school.id} />}
      listQuery={query}
      tools={<ExportButton list={paymentRequests.list} input={{ schoolId: school.id }} />}
      words={(request) => [...wordsOf(request), paymentTypeName(t, request.paymentTypeName)]}
      line={(request) => (
        <RecordRow
          name={`${money(request.transferAmount)} ${t('common.currency')} · ${paymentTypeName(t, request.paymentTypeName)}`}
          more={<About request={request} />}
        >
          <RequestState request={request} />
          {request.approved === null && may.update && (
            <EditButton name={request.transferCode} onClick={() => setEdited(request)} />
          )}
          {request.approved === null && may.remove && (
            <RemoveButton name={request.transferCode} run={() => remove({ requestId: request.id })} />
          )}
        </RecordRow>
      )}
      onAdd={may.add && (() => setEdited('new'))}
    >
      {edited && (
        <LazyEditDialog
          of="payment"
          fields={fields}
          schema={NewPaymentRequest}
          start={{ schoolId: school.id, transferDate: today }}
          row={edited === 'new' ? null : edited}
          add={paymentRequests.add}
          update={paymentRequests.update}
          onClose={() => setEdited(null)}
        />
      )}
    </RecordList>
  )
}

/** A type that is no longer offered stays with the request that names it. */
function usePaymentFields(edited: Request | null): Field[] {
  const { t } = useTranslation()
  const types = useRead(paymentTypeList.list, { isActive: true }).data ?? []
  const items = types.map(({ id, name }) => ({ value: id, label: paymentTypeName(t, name) }))
  const isOffered = !edited || items.some(({ value }) => value === edited.paymentTypeId)
  const kept =
    edited && !isOffered ? [{ value: edited.paymentTypeId, label: paymentTypeName(t, edited.paymentTypeName) }] : []
  return [
    { name: 'paymentTypeId', kind: 'choice', items: [...items, ...kept] },
    { name: 'transferAmount', kind: 'number' },
    { name: 'transferCode' },
    { name: 'transferDate', kind: 'day' },
  ]
}

function About({ request }: { request: Request }) {
  const { t } = useTranslation()
  return (
    <>
      <span className="flex flex-wrap gap-x-4">
        <Digits>{request.transferCode}</Digits>
        <span>
          {t('settings.payment.transferDate')} <Day day={request.transferDate} />
        </span>
        <span>
          {t('settings.payment.requestDate')} <Day day={dayOfDevice(request.requestDate)} />
        </span>
      </span>
      <Decision request={request} />
    </>
  )
}

function Balance({ schoolId }: { schoolId: string }) {
  const { t } = useTranslation()
  const coins = useRead(schools.get, { schoolId }).data?.availableCoins
  if (coins == null) return null
  return t(coins < 0 ? 'settings.students.owing' : 'settings.students.balance', { count: Math.abs(coins) })
}
