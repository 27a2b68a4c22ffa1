import { currencies } from '#contract/money/fees/amounts.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Digits } from '#web/ui/Bdi.tsx'

/** An exact amount with its thousands apart; it never becomes a number, which could not hold every decimal. */
export const shownFeeMoney = (amount: string) => {
  const [whole = '', decimals] = amount.replace('-', '').split('.')
  const apart = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  const isRound = decimals === undefined || /^0*$/.test(decimals)
  return `${amount.startsWith('-') ? '−' : ''}${apart}${isRound ? '' : `.${decimals}`}`
}

/** Whether an amount is nothing. */
export const isNothing = (amount: string) => /^-?0+(\.0+)?$/.test(amount)

/** An amount of fees with its currency. */
export function FeeMoney({ amount, currency }: { amount: string; currency: string | null }) {
  const { t } = useTranslation()
  return (
    <bdi className="whitespace-nowrap">
      <Digits>{shownFeeMoney(amount)}</Digits>{' '}
      {currency && ((currencies as readonly string[]).includes(currency) ? t(`fees.currency.${currency}`) : currency)}
    </bdi>
  )
}
