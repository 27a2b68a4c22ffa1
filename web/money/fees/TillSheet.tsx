import { feeTills } from '#contract/money/fees/tills.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { FeeMoney } from './FeeMoney.tsx'
import { HeadOfFees, PaperOfFees } from './PaperOfFees.tsx'

type Props = { schoolId: string; tillId: string; onClose: () => void }

/** The sheet of a till: what it was opened with, each receipt, what came in by way, and the count. */
export function TillSheet({ schoolId, tillId, onClose }: Props) {
  const { t } = useTranslation()
  const { data: till } = useRead(feeTills.till, { schoolId, tillId })
  if (!till) return null
  const money = (amount: string | null) =>
    amount === null ? '—' : <FeeMoney amount={amount} currency={till.currency} />
  return (
    <PaperOfFees onClose={onClose}>
      <article className="fee-sheet">
        <HeadOfFees title={t('fees.tillSheet')} day={<Day day={till.day} weekday />} />
        <dl className="fee-facts">
          <dt>{t('fees.person')}</dt>
          <dd>
            <Bdi>{till.personName}</Bdi>
          </dd>
          <dt>{t('fees.opening')}</dt>
          <dd>{money(till.opening)}</dd>
          <dt>{t('fees.expected')}</dt>
          <dd>{money(till.expected ?? till.cash)}</dd>
          <dt>{t('fees.counted')}</dt>
          <dd>{money(till.counted)}</dd>
          <dt>{t('fees.difference')}</dt>
          <dd>{money(till.difference)}</dd>
          {till.note && (
            <>
              <dt>{t('fees.note')}</dt>
              <dd>
                <Bdi>{till.note}</Bdi>
              </dd>
            </>
          )}
        </dl>
        <TablesOfTill till={till} />
        <p>{t('fees.paper.signed')}: ____________________</p>
      </article>
    </PaperOfFees>
  )
}

/** What came in and went out by way, and each receipt. */
function TablesOfTill({ till }: { till: NonNullable<OutputOf<typeof feeTills.till>> }) {
  const { t } = useTranslation()
  const money = (amount: string) => <FeeMoney amount={amount} currency={till.currency} />
  return (
    <>
      <table className="fee-lines">
        <thead>
          <tr>
            <th>{t('fees.way')}</th>
            <th className="fee-sum">{t('fees.tabs.receipts')}</th>
            <th className="fee-sum">{t('fees.in')}</th>
            <th className="fee-sum">{t('fees.out')}</th>
          </tr>
        </thead>
        <tbody>
          {till.ways.map((way) => (
            <tr key={way.wayId}>
              <td>
                <Bdi>{way.name}</Bdi>
              </td>
              <td className="fee-sum">{way.receipts}</td>
              <td className="fee-sum">{money(way.in)}</td>
              <td className="fee-sum">{money(way.out)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className="fee-lines">
        <thead>
          <tr>
            <th>{t('fees.number')}</th>
            <th>{t('fees.children')}</th>
            <th>{t('fees.familyCode')}</th>
            <th>{t('fees.way')}</th>
            <th className="fee-sum">{t('fees.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {till.receipts.map((receipt) => (
            <tr key={receipt.number}>
              <td>
                <Digits>{receipt.number}</Digits> {receipt.reverses && t('fees.reverses', { number: receipt.reverses })}
              </td>
              <td>
                <Bdi>{receipt.names}</Bdi>
              </td>
              <td>
                <Digits>{receipt.familyCode}</Digits>
              </td>
              <td>
                <Bdi>{receipt.wayName}</Bdi>
              </td>
              <td className="fee-sum">{money(receipt.reverses ? `-${receipt.amount}` : receipt.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
