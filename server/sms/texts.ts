/** The texts of SMS, in both languages at once: the owner of the number may not be known yet. Two parts at most. */
export const smsTexts = {
  code: (code: string) =>
    `رمزك في كشكول: ${code}\nصالح 10 دقائق، لا تخبر به أحداً.\nYour Kashkool code: ${code}. Never share it.`,
  passwordSet: () =>
    'تم تغيير كلمة مرورك في كشكول. لست أنت؟ استعدها الآن.\nYour Kashkool password was changed. Not you? Reset it now.',
}
