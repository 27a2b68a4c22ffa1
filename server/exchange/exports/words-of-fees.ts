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
  opening: ['From another system', 'من نظام آخر'],
} as const

/** What became of money of a gateway, why it is unclear, and what became of refunds and of transfers that parents told of. */
export const onlineFees = {
  moved: { payment: ['Payment', 'دفعة'], refund: ['Refund', 'رد مبلغ'] },
  paymentState: {
    posted: ['Posted', 'مقيدة'],
    unclear: ['Unclear', 'غير واضحة'],
    waiting: ['Waits for its payment', 'تنتظر دفعتها'],
    settled: ['Closed', 'أُغلقت'],
    test: ['Test', 'تجربة'],
  },
  why: {
    noIntent: ['Nobody set out to pay it', 'لا طلب دفع لها'],
    amount: ['Another amount', 'مبلغ مختلف'],
    currency: ['Another currency', 'عملة مختلفة'],
    noPayment: ['Its payment is not known', 'دفعتها غير معروفة'],
    notAsked: ['Nobody asked for it here', 'لم يُطلب من هنا'],
  },
  refundState: {
    waiting: ['Waits for a second person', 'بانتظار شخص ثانٍ'],
    refused: ['Refused', 'مرفوض'],
    confirmed: ['Confirmed', 'مؤكد'],
    sending: ['On its way', 'قيد الإرسال'],
    sent: ['Sent', 'أُرسل'],
    done: ['Done', 'تم'],
    failed: ['Failed', 'لم يتم'],
  },
  toldState: {
    waiting: ['Waits', 'بانتظار المراجعة'],
    taken: ['Taken', 'استُلم'],
    refused: ['Refused', 'مرفوض'],
    withdrawn: ['Taken back', 'سُحب'],
  },
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
  opening: ['Paid in another system', 'مدفوع في نظام آخر'],
} as const
