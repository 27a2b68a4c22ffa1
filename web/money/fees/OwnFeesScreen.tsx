import { Printer } from 'lucide-react'
import { lazy, useState } from 'react'
import { feesOnline } from '#contract/money/online/online.ts'
import { feeLists } from '#contract/money/fees/arrears.ts'
import type { PrintedReceipt } from '#contract/money/fees/receipts.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { FeeMoney, isNothing } from './FeeMoney.tsx'
import { openFirst, OwnDue } from './OwnDue.tsx'
import { PayOnline, type ShownIntent } from './PayOnline.tsx'
import { stateOfReceipt } from './receipt-state.ts'
import { ToldTransfers } from './ToldTransfers.tsx'
import { CodeForKiosk, WaitForBank } from './WaitForBank.tsx'

const ReceiptSheets = lazy(part(async () => (await import('./ReceiptSheet.tsx')).ReceiptSheets))

/** What a parent pays for: what is due for each child, and every receipt. */
export function OwnFeesScreen() {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(feeLists.own, {})
  const { data: online } = useRead(feesOnline.own, {})
  const [printing, setPrinting] = useState<PrintedReceipt | null>(null)
  return (
    <Screen title={t('fees.mine')} narrow>
      <WaitForBank onPrint={setPrinting} />
      <RowStates rows={data} error={error} again={refetch} count={3} empty={<Empty sentence={t('fees.nothingMine')} />}>
        {(schools) => (
          <div className="space-y-8">
            {schools.map((own) => (
              <OwnOfSchool key={own.schoolId} own={own} online={online} onPrint={setPrinting} />
            ))}
          </div>
        )}
      </RowStates>
      {printing && (
        <LazyPart onClose={() => setPrinting(null)}>
          <ReceiptSheets receipts={[printing]} form="a5" onClose={() => setPrinting(null)} />
        </LazyPart>
      )}
    </Screen>
  )
}

type OwnProps = { own: OutputOf<typeof feeLists.own>[number]; onPrint: (receipt: PrintedReceipt) => void }
type Online = OutputOf<typeof feesOnline.own>

/** One school: what is owed in all, and each child with its parts. */
function OwnOfSchool({ own, online, onPrint }: OwnProps & { online: Online | undefined }) {
  const { t } = useTranslation()
  // What is overdue is ticked at once: most parents come to pay that.
  const [ticked, setTicked] = useState<readonly string[]>(() =>
    own.dues.flatMap(({ id, overdue }) => (overdue ? [id] : [])),
  )
  const [coded, setCoded] = useState<ShownIntent | null>(null)
  const offer = online?.schools.find(({ schoolId }) => schoolId === own.schoolId)
  const codes = [...(coded ? [coded] : []), ...(online?.intents ?? [])].filter(
    (one, nth, all) =>
      one.schoolId === own.schoolId &&
      one.code !== null &&
      one.intentState === 'open' &&
      all.findIndex(({ id }) => id === one.id) === nth,
  )
  const set = (id: string, is: boolean) =>
    setTicked((before) => (is ? [...before, id] : before.filter((one) => one !== id)))
  return (
    <section className="space-y-3">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">
          <Bdi>{own.schoolName}</Bdi>
        </h2>
        <p className="text-sm text-muted">
          {t('fees.familyCode')} <Digits>{own.familyCode}</Digits>
        </p>
      </header>
      <Card className="sticky top-header z-10 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <span>{t('fees.owed')}</span>
        <span className="text-lg font-semibold">
          <FeeMoney amount={own.owed} currency={own.currency} />
        </span>
        {!isNothing(own.overdue) && (
          <span className="basis-full text-danger">
            {t('fees.overdue')}: <FeeMoney amount={own.overdue} currency={own.currency} />
          </span>
        )}
        {offer?.page && !isNothing(own.owed) && (
          <PayOnline own={own} ticked={ticked} code={offer.code} onCode={setCoded} />
        )}
      </Card>
      {codes.map((intent) => (
        <CodeForKiosk key={intent.id} intent={intent} />
      ))}
      {own.children.map(({ studentId, studentName }) => (
        <Card key={studentId} className="py-3">
          <h3 className="font-semibold">
            <Bdi>{studentName}</Bdi>
          </h3>
          <ul className="divide-y divide-line">
            {openFirst(own.dues)
              .filter((due) => due.studentId === studentId)
              .map((due) => (
                <OwnDue
                  key={due.id}
                  due={due}
                  currency={own.currency}
                  ticked={ticked.includes(due.id)}
                  onTick={offer?.page && !isNothing(due.open) ? (is) => set(due.id, is) : null}
                />
              ))}
          </ul>
        </Card>
      ))}
      {offer && <ToldTransfers schoolId={own.schoolId} today={own.today} told={online?.told ?? []} />}
      <OwnReceipts own={own} onPrint={onPrint} />
    </section>
  )
}

function OwnReceipts({ own, onPrint }: OwnProps) {
  const { t } = useTranslation()
  return (
    <>
      {own.receipts.length > 0 && <h3 className="pt-2">{t('fees.tabs.receipts')}</h3>}
      <ul className="space-y-2">
        {own.receipts.map((receipt) => (
          <li key={receipt.id}>
            <Card className="flex flex-wrap items-center justify-between gap-x-4 py-2">
              <span>
                <Digits>
                  {receipt.content.number}/{receipt.content.year}
                </Digits>{' '}
                · <FeeMoney amount={receipt.content.amount} currency={own.currency} />
                <span className="block text-sm text-muted">
                  <Day day={receipt.content.day} />{' '}
                  {stateOfReceipt(t, { reverses: receipt.content.reverses, reversedBy: receipt.reversedBy })}
                </span>
              </span>
              <Button
                tone="quiet"
                icon={<Printer className="size-5" aria-hidden="true" />}
                onClick={() => onPrint(receipt)}
              >
                {t('fees.print')}
              </Button>
            </Card>
          </li>
        ))}
      </ul>
    </>
  )
}
