import { amountText, type Currency, decimalsOf, exact } from '#contract/money/fees/amounts.ts'

const decimals = (currency: string) => (Object.hasOwn(decimalsOf, currency) ? decimalsOf[currency as Currency] : 2)

/** An amount in the smallest coin of its currency, as gateways count. */
export const inCoins = (amount: string, currency: string) =>
  Number(exact(amount) / (decimals(currency) === 3 ? 1n : 10n))

/** Coins of a gateway as an amount with three decimals; null for what is no whole number of them. */
export const fromCoins = (coins: unknown, currency: string) =>
  Number.isSafeInteger(coins) && (coins as number) >= 0
    ? amountText(BigInt(coins as number) * (decimals(currency) === 3 ? 1n : 10n), 3)
    : null
