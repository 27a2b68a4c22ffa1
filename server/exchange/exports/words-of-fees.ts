/** What postings and proposals of fees are called in files, and the accounts between which money moves. */
export const kindsOfFees = {
  charge: ['Charge', 'رسوم'],
  reduction: ['Reduction', 'تخفيض'],
  payment: ['Payment', 'دفعة'],
  credit: ['Credit used', 'استخدام رصيد'],
  refund: ['Refund', 'رد مبلغ'],
  writeOff: ['Written off', 'إسقاط دين'],
  reversal: ['Reversal', 'عكس'],
  difference: ['Difference of a till', 'فرق خزنة'],
  moved: ['Credit moved', 'نقل رصيد'],
} as const

export const accountsOfFees = {
  owed: ['Owed', 'مستحقات الطلاب'],
  income: ['Income', 'الإيرادات'],
  reduction: ['Reductions', 'التخفيضات'],
  credit: ['Credit of families', 'أرصدة الأسر'],
  till: ['Till', 'الخزنة'],
  clearing: ['Clearing', 'تسوية'],
  writtenOff: ['Written off', 'ديون مسقطة'],
  difference: ['Differences', 'فروق'],
} as const
