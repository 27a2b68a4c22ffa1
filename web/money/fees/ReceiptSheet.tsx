import { amountInWords } from '#contract/money/fees/amount-words.ts'
import type { Currency } from '#contract/money/fees/amounts.ts'
import type { PrintedReceipt } from '#contract/money/fees/receipts.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { qrOutline } from '#web/ui/qr.ts'
import { FeeMoney } from './FeeMoney.tsx'
import { PaperOfFees } from './PaperOfFees.tsx'

export type ReceiptForm = 'a5' | 'roll'

type Props = { receipts: readonly PrintedReceipt[]; form: ReceiptForm; onClose: () => void }

/** Receipts as they are printed: twice on an A4 sheet, for the family and for the school, or on a roll of 80 mm. */
export const ReceiptSheets = ({ receipts, form, onClose }: Props) => (
  <PaperOfFees isRoll={form === 'roll'} onClose={onClose}>
    {receipts.flatMap((receipt) =>
      (form === 'roll' ? ['family'] : ['family', 'school']).map((of) => (
        <Receipt key={`${receipt.id} ${of}`} receipt={receipt} form={form} of={of} />
      )),
    )}
  </PaperOfFees>
)

function Receipt({ receipt, form, of }: { receipt: PrintedReceipt; form: ReceiptForm; of: string }) {
  const { t, language } = useTranslation()
  const { content, code, copy } = receipt
  const { size, outline } = qrOutline(`${location.origin}${paths.verify()}#${code}`)
  const currency = content.currency as Currency
  const number = (
    <Digits>
      {content.number}/{content.year}
    </Digits>
  )
  return (
    <article className={form === 'roll' ? 'fee-roll' : 'fee-receipt'}>
      <header className="fee-head">
        <div className="fee-school">
          {receipt.logoUrl && <img src={receipt.logoUrl} alt="" />}
          <div>
            <h1>
              <Bdi>{content.schoolName}</Bdi>
            </h1>
            {form !== 'roll' && <p>{t(`fees.paper.for.${of}`)}</p>}
          </div>
        </div>
        <div>
          <h2>
            {t(`fees.paper.${content.kind}`)} {number}
          </h2>
          <Day day={content.day} />
        </div>
      </header>
      {(copy || content.reverses || receipt.reversedBy) && (
        <p className="fee-mark">
          {[
            copy && t('fees.paper.copy'),
            content.reverses && t('fees.reverses', { number: content.reverses }),
            receipt.reversedBy && t('fees.reversedBy', { number: receipt.reversedBy }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      <FactsOfReceipt content={content} />
      <p className="fee-words">{amountInWords(content.amount, currency, language)}</p>
      {content.reason && (
        <p>
          {t('fees.reason')}: <Bdi>{content.reason}</Bdi>
        </p>
      )}
      <footer className="fee-foot">
        <span>
          {t('fees.paper.check')}
          <br />
          <Digits>{`${location.host}${paths.verify()}`}</Digits>
        </span>
        <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('fees.paper.code')}>
          <path d={outline} fill="#000" />
        </svg>
      </footer>
    </article>
  )
}

/** Whose it is, how it was paid, and for what. */
function FactsOfReceipt({ content }: { content: PrintedReceipt['content'] }) {
  const { t } = useTranslation()
  return (
    <>
      <dl className="fee-facts">
        <dt>{t('fees.familyCode')}</dt>
        <dd>
          <Digits>{content.familyCode}</Digits>
        </dd>
        <dt>{t('fees.children')}</dt>
        <dd>
          {content.students.map(({ name, className }) => (
            <span key={name} className="block">
              <Bdi>{name}</Bdi> (<Bdi>{className}</Bdi>)
            </span>
          ))}
        </dd>
        <dt>{t('fees.way')}</dt>
        <dd>
          <Bdi>{content.way}</Bdi> {content.reference && <Digits>{content.reference}</Digits>}
        </dd>
        <dt>{t('fees.takenBy')}</dt>
        <dd>
          <Bdi>{content.takenBy}</Bdi>
        </dd>
      </dl>
      <table className="fee-lines">
        <tbody>
          {content.lines.map((line, nth) => (
            <tr key={nth}>
              <td>
                {line.item ? <Bdi>{line.item}</Bdi> : t('fees.credit')}{' '}
                {line.student && content.students.length > 1 && <Bdi>{line.student}</Bdi>}
                {line.rate && ` (${t('fees.paper.taxed', { rate: line.rate })})`}
              </td>
              <td>{line.dueOn && <Day day={line.dueOn} />}</td>
              <td className="fee-sum">
                <FeeMoney amount={line.amount} currency={null} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={2}>{t('fees.amount')}</td>
            <td className="fee-sum">
              <FeeMoney amount={content.amount} currency={content.currency} />
            </td>
          </tr>
        </tfoot>
      </table>
    </>
  )
}
