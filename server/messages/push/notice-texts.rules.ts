import type { ItemKind } from '#contract/messages/inbox/inbox.ts'
import type { DeviceLanguage } from '#contract/messages/push/push.ts'

/** What a notice may contain: the kind, and the first name of the person's own child. */
export type Noticed = { kind: ItemKind; firstName: string | null; on: boolean | null }

/**
 * The text of a notice. Others may see it on the screen too (decision 018), so it says only that there is news, the kind of news if that
 * reveals nothing, and the person's own child. It contains no mark, no text of a note and no attendance.
 */
export function noticeText(items: readonly Noticed[], language: DeviceLanguage): string {
  const [first, ...others] = items
  if (first && others.length === 0) return single(language, first)
  const names = [...new Set(items.flatMap(({ firstName }) => firstName ?? []))].map(apart)
  return several[language](items.length, new Intl.ListFormat(language, { type: 'conjunction' }).format(names))
}

export const directionOf = (language: DeviceLanguage) => (language === 'ar' ? 'rtl' : 'ltr')

export const productName: Record<DeviceLanguage, string> = { ar: 'كشكول', en: 'Kashkool' }

/** Isolates a name, so that its direction of writing does not disturb the sentence around it. */
const apart = (name: string) => `\u2068${name}\u2069`

function single(language: DeviceLanguage, { kind, firstName, on }: Noticed) {
  const either = texts[language][kind]
  const text = typeof either === 'string' ? either : either[on ? 'on' : 'off']
  const textOf = text.replace('{name}', firstName === null ? someChild[language] : apart(firstName))
  return textOf.charAt(0).toUpperCase() + textOf.slice(1)
}

const someChild: Record<DeviceLanguage, string> = { ar: 'ابنك', en: 'your child' }

const several: Record<DeviceLanguage, (count: number, names: string) => string> = {
  ar: (count, names) => `${arabicCount(count)}${names && ` عن ${names}`}`,
  en: (count, names) => `${count} updates${names && ` about ${names}`}`,
}

function arabicCount(count: number) {
  const form = new Intl.PluralRules('ar').select(count)
  if (form === 'two') return 'خبران جديدان'
  return `${count} ${{ few: 'أخبار جديدة', many: 'خبرًا جديدًا' }[form as string] ?? 'خبر جديد'}`
}

type Texts = Record<ItemKind, string | { on: string; off: string }>

const arabic: Texts = {
  attendance: 'هناك جديد عن {name}',
  note: 'هناك جديد عن {name}',
  conductRecorded: 'هناك جديد عن {name}',
  excuseDecided: 'هناك جديد عن {name}',
  lessonMissed: 'هناك جديد عن {name}',
  proposalDecided: 'هناك جديد عن {name}',
  absenceStep: 'هناك جديد عن {name}',
  resultPublished: 'نُشرت نتيجة الفصل الدراسي: {name}',
  paperIssued: 'شهادة أو ورقة رسمية جاهزة: {name}',
  stepReached: 'طالب في فصلك بلغ خطوة من قواعد الغياب',
  marksMissing: 'درجات ناقصة تنتظر رصدك',
  remarkToChange: 'مطلوب تعديل ملاحظة كتبتها على شهادة',
  registerMissing: 'لم يُسجَّل غياب فصلك اليوم بعد',
  lessonsMissing: 'حصص اليوم لم يُسجَّل حضورها كلها',
  excuseAsked: 'عذر غياب ينتظر قرارك',
  homework: 'واجب جديد: {name}',
  exam: 'موعد امتحان: {name}',
  activity: 'نشاط جديد: {name}',
  homeworkResult: 'نتيجة جديدة: {name}',
  examResult: 'نتيجة جديدة: {name}',
  markCorrected: 'تصحيح درجة: {name}',
  activityResult: 'نتيجة جديدة: {name}',
  post: 'إعلان جديد من المدرسة',
  message: { on: 'رسالة عن {name}', off: 'رسالة عن طالب تنتظر ردّك' },
  messageReported: 'رسالة أُبلغ عنها',
  dayClosed: 'إجازة جديدة في المدرسة',
  classChanged: 'تغيّر الفصل: {name}',
  studentLeft: { on: 'سُجّلت مغادرة المدرسة: {name}', off: 'سُجّلت العودة إلى المدرسة: {name}' },
  parentLink: { on: 'تم ربط حسابك بطالب', off: 'تم إلغاء ربط حسابك بطالب' },
  otherParent: 'تم ربط ولي أمر آخر: {name}',
  classActivation: { on: 'تم تفعيل فصل تشرف عليه', off: 'تم إلغاء تفعيل فصل تشرف عليه' },
  parentInvited: 'مدرسة تنتظر ردّك',
  teacherInvited: 'مدرسة تنتظر ردّك',
  roleInvited: 'مدرسة تنتظر ردّك',
  teacherLink: { on: 'تمت إضافتك معلمًا في مدرسة', off: 'تمت إزالتك من معلمي مدرسة' },
  classLink: { on: 'تم إسناد فصل إليك', off: 'تم إلغاء إسناد فصل إليك' },
  rightsChanged: 'تغيّرت صلاحياتك',
  platformRightGiven: 'شخص مُنح صلاحية في المنصة',
  roleProposed: 'اقتراح لتغيير صلاحيات دور ينتظر تأكيدك',
  roleChanged: 'تغيّرت صلاحيات المعلمين أو المشرفين في جميع المدارس',
  schoolSubmitted: 'مدرسة جديدة تنتظر الموافقة',
  schoolActivation: { on: 'تم تفعيل مدرستك', off: 'تم إلغاء تفعيل مدرستك' },
  schoolHandedOver: 'تغيّر مسؤول المدرسة',
  yearCompleted: 'اكتمل العام الدراسي',
  supportWindow: { on: 'بدأت فترة دعم فني', off: 'انتهت فترة الدعم الفني' },
  unusualReading: 'اطلاع غير معتاد على بيانات الطلاب',
  webhookPaused: 'توقف إبلاغ برنامج بالتغييرات',
  timetablePublished: 'جدول دراسي جديد: تتغيّر حصصك',
  childTimetable: 'جدول دراسي جديد: {name}',
  formWaits: 'المدرسة تنتظر ردك بشأن {name}',
  meetingsOpen: 'بدأ حجز مواعيد لقاء أولياء الأمور',
  meetingsTomorrow: 'غدًا لقاؤك في المدرسة',
  meetingAsked: 'معلم يطلب لقاءك بشأن {name}',
  meetingChanged: { on: 'حُجز لقاء مع معلم بشأن {name}', off: 'أُلغي لقاء مع معلم بشأن {name}' },
  coverGiven: { on: 'حصة احتياط لك', off: 'هل تأخذ حصة احتياط؟ المدرسة تنتظر ردّك' },
  coverToDecide: 'حصص الاحتياط تنتظر قرارك',
  feeReceipt: 'إيصال رسوم جديد',
  feesDue: 'رسوم مدرسية تستحق خلال أسبوع',
  feesOverdue: 'رسوم مدرسية متأخرة',
  feeDeclined: 'لم تتم عملية الدفع',
  feeCredited: 'دفعتك أضيفت إلى رصيد الأسرة',
  transferRefused: 'لم يُقبل تحويل أبلغت عنه',
  feesToLook: 'دفعة رسوم تحتاج إلى نظر',
  paymentRequested: 'طلب دفع جديد',
  paymentDecided: 'تم البت في طلب دفع',
  coinsChanged: 'تغيّر رصيد المدرسة',
}

const english: Texts = {
  attendance: 'News about {name}',
  note: 'News about {name}',
  conductRecorded: 'News about {name}',
  excuseDecided: 'News about {name}',
  lessonMissed: 'News about {name}',
  proposalDecided: 'News about {name}',
  absenceStep: 'News about {name}',
  resultPublished: 'The result of the term of {name} was published',
  paperIssued: 'The school issued a paper of {name}',
  stepReached: 'A student of your class reached a step of the rules of absence',
  marksMissing: 'Marks of your classes are missing',
  remarkToChange: 'You are asked to change a remark on a report card',
  registerMissing: 'The register of your class is still missing',
  lessonsMissing: 'Some lessons of today have no register',
  excuseAsked: 'An excuse waits for your decision',
  homework: 'New homework for {name}',
  exam: 'New exam for {name}',
  activity: 'New activity for {name}',
  homeworkResult: 'New result for {name}',
  examResult: 'New result for {name}',
  markCorrected: 'A mark of {name} was corrected',
  activityResult: 'New result for {name}',
  post: 'A new announcement of the school',
  message: { on: 'A message about {name}', off: 'A message about a student waits for you' },
  messageReported: 'A message was reported',
  dayClosed: 'A new holiday of the school',
  classChanged: '{name} is in another class now',
  studentLeft: { on: '{name} has left the school', off: '{name} is back at the school' },
  parentLink: { on: 'You were linked to a student', off: 'You are no longer linked to a student' },
  otherParent: 'Another parent was linked to {name}',
  classActivation: { on: 'One of your classes is active again', off: 'One of your classes is no longer active' },
  parentInvited: 'A school waits for your answer',
  teacherInvited: 'A school waits for your answer',
  roleInvited: 'A school waits for your answer',
  teacherLink: { on: 'You are now a teacher at a school', off: 'You are no longer a teacher at a school' },
  classLink: { on: 'A class was assigned to you', off: 'A class is no longer assigned to you' },
  rightsChanged: 'Your rights have changed',
  platformRightGiven: 'Somebody received a right on the platform',
  roleProposed: 'A change of a role waits for somebody to confirm it',
  roleChanged: 'What teachers or supervisors may do has changed in all schools',
  schoolSubmitted: 'A new school is waiting for approval',
  schoolActivation: { on: 'Your school is active', off: 'Your school is no longer active' },
  schoolHandedOver: 'A school has another administrator',
  yearCompleted: 'The school year is completed',
  supportWindow: { on: 'A support window is open', off: 'The support window is closed' },
  unusualReading: 'Somebody reads the data of unusually many students',
  webhookPaused: 'A program is no longer notified',
  timetablePublished: 'A new timetable changes your lessons',
  childTimetable: 'A new timetable for {name}',
  formWaits: 'The school waits for your answer about {name}',
  meetingsOpen: "Bookings for the parents' evening are open",
  meetingsTomorrow: 'Your meetings at the school are tomorrow',
  meetingAsked: 'A teacher wants to see you about {name}',
  meetingChanged: {
    on: 'A meeting with a teacher about {name} was booked',
    off: 'A meeting with a teacher about {name} was cancelled',
  },
  coverGiven: { on: 'You cover a lesson', off: 'The school asks you to cover a lesson' },
  coverToDecide: 'Covers of lessons wait for you',
  feeReceipt: 'A receipt for school fees',
  feesDue: 'School fees are due in a week',
  feesOverdue: 'School fees are overdue',
  feeDeclined: 'A payment was declined',
  feeCredited: 'Your payment became credit of the family',
  transferRefused: 'A transfer was not accepted',
  feesToLook: 'A payment of fees needs a look',
  paymentRequested: 'A new payment request',
  paymentDecided: 'A payment request was decided',
  coinsChanged: 'The balance of a school has changed',
}

const texts: Record<DeviceLanguage, Texts> = { ar: arabic, en: english }
