import { Printer } from 'lucide-react'
import { lazy, useState } from 'react'
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
import { stateOfReceipt } from './receipt-state.ts'

const ReceiptSheets = lazy(part(async () => (await import('./ReceiptSheet.tsx')).ReceiptSheets))

/** What a parent pays for: what is due for each child, and every receipt. */
export function OwnFeesScreen() {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(feeLists.own, {})
  const [printing, setPrinting] = useState<PrintedReceipt | null>(null)
  return (
    <Screen title={t('fees.mine')} narrow>
      <RowStates rows={data} error={error} again={refetch} count={3} empty={<Empty sentence={t('fees.nothingMine')} />}>
        {(schools) => (
          <div className="space-y-8">
            {schools.map((own) => (
              <OwnOfSchool key={own.schoolId} own={own} onPrint={setPrinting} />
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

/** One school: what is owed in all, and each child with its parts. */
function OwnOfSchool({ own, onPrint }: OwnProps) {
  const { t } = useTranslation()
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
      <Card className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>{t('fees.owed')}</span>
        <span className="text-lg font-semibold">
          <FeeMoney amount={own.owed} currency={own.currency} />
        </span>
        {!isNothing(own.overdue) && (
          <span className="basis-full text-danger">
            {t('fees.overdue')}: <FeeMoney amount={own.overdue} currency={own.currency} />
          </span>
        )}
      </Card>
      {own.children.map(({ studentId, studentName }) => (
        <Card key={studentId} className="py-3">
          <h3 className="font-semibold">
            <Bdi>{studentName}</Bdi>
          </h3>
          <ul className="divide-y divide-line">
            {own.dues
              .filter((due) => due.studentId === studentId)
              .map((due, nth) => (
                <li key={nth} className="flex min-h-11 items-center justify-between gap-4 py-1">
                  <span className="min-w-0">
                    <Bdi>{due.itemName}</Bdi>
                    <span className="block text-sm text-muted">
                      <Day day={due.dueOn} />
                    </span>
                  </span>
                  <span className={due.overdue ? 'font-semibold text-danger' : ''}>
                    {isNothing(due.open) ? t('fees.paid') : <FeeMoney amount={due.open} currency={own.currency} />}
                  </span>
                </li>
              ))}
          </ul>
        </Card>
      ))}
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
