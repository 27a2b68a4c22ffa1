/** Of keys of programs: what each is, and how it is used. */
export const headingsOfConnections = {
  keyName: ['Key', 'المفتاح'],
  keyState: ['State', 'الحالة'],
  endsOn: ['Last day', 'آخر يوم'],
  lastUsedAt: ['Last used', 'آخر استخدام'],
  calls: ['Calls in 30 days', 'الطلبات في 30 يومًا'],
  refusedCalls: ['Refused', 'المرفوضة'],
  revokedReason: ['Why revoked', 'سبب الإلغاء'],
} as const
