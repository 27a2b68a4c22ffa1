type Receipt = { reverses: string | null; reversedBy: string | null }

/** What became of a receipt, in words; null for one that stands. */
export function stateOfReceipt(
  t: (key: string, values?: Record<string, string>) => string,
  { reverses, reversedBy }: Receipt,
) {
  if (reverses) return t('fees.reverses', { number: reverses })
  return reversedBy ? t('fees.reversedBy', { number: reversedBy }) : null
}
