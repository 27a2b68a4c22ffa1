/** The maximum length of a school's name in an SMS. */
const nameAtMost = 28

/** A name for an SMS, in which nothing looks like a web address, because anybody can choose the name of a school. */
const briefly = (name: string) =>
  name
    .replace(/[./:@]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, nameAtMost)
    .trim()

/** The texts of SMS, always in both languages, because the owner of the number may not be known yet. Two parts at most. */
export const smsTexts = {
  /** It contains no child's name, because the number may belong to another person now. */
  invitation: (school: string, address: string) =>
    `تدعوكم ${briefly(school)} إلى كشكول. سجّل بهذا الرقم.\nRegister in Kashkool with this number: ${address}`,
  code: (code: string) =>
    `رمزك في كشكول: ${code}\nصالح 10 دقائق، لا تخبر به أحداً.\nYour Kashkool code: ${code}. Never share it.`,
  phoneChangePlanned: () =>
    'طلبت مدرسة تغيير رقمك في كشكول خلال 48 ساعة. لست أنت؟ اضغط «نسيت كلمة المرور» لإيقافه.\nA school will change your Kashkool number in 48 h. Not you? Reset your password to stop it.',
  phoneChanged: () =>
    'تغيّر رقم حساب في كشكول كان يخص هذا الرقم أو صار له. لست أنت؟ راجع مدرستك.\nThe number of a Kashkool account changed from or to this one. Not you? Ask your school.',
  passwordSet: () =>
    'تم تغيير كلمة مرورك في كشكول. لست أنت؟ استعدها الآن.\nYour Kashkool password was changed. Not you? Reset it now.',
}
