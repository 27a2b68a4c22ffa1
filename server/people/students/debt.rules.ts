/** How many coins a school may owe after renewing seats, if the installation sets no other number. */
export const debtAllowed = 50

/** What costs nothing is always affordable: a school that already owes more can still renew what it has paid for. */
export const isAffordable = (balance: number, coins: number, debtLimit: number) =>
  coins === 0 || balance - coins >= -debtLimit
