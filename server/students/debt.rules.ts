/** How many coins a school may owe after renewing seats, where the installation sets no other figure. */
export const debtAllowed = 50

/** What costs nothing is always affordable: a school that owes more already can renew what it has paid for. */
export const isAffordable = (balance: number, coins: number, debtLimit: number) =>
  coins === 0 || balance - coins >= -debtLimit
