import { feeActs } from './acts-of-fees.ts'
import { operatorActs } from './acts-of-operator.ts'
import { studentActs, workActs } from './acts-of-students.ts'

export type Words = readonly [en: string, ar: string]

/** The kinds of audit lines by which the log can be filtered. */
export const kindWords = {
  accounts: ['Accounts and sign-ins', 'الحسابات وتسجيل الدخول'],
  rights: ['Roles and permissions', 'الأدوار والصلاحيات'],
  settings: ['Settings', 'الإعدادات'],
  people: ['Parents and teachers', 'أولياء الأمور والمعلمون'],
  students: ['Students', 'الطلاب'],
  work: ['Class work', 'أعمال الفصول'],
  money: ['Money', 'المدفوعات'],
  exports: ['Exports', 'عمليات التصدير'],
  reads: ['Reading of records', 'الاطلاع على السجلات'],
  refused: ['Refusals and alarms', 'الرفض والتنبيهات'],
  other: ['Other', 'أخرى'],
} as const satisfies Record<string, Words>

export type AuditKind = keyof typeof kindWords

export const auditKinds = Object.keys(kindWords) as AuditKind[]

type Acts = Record<string, readonly [act: string, ...Words]>

/** The name of each act in the log, by the path of its operation, or in front of it by what the line itself says. */
export const acts = {
  accounts: {
    ...operatorActs.accounts,
    'account.signedIn': ['signedIn', 'Signed in', 'تسجيل دخول'],
    'account.failed': ['failed', 'A sign-in failed', 'فشل تسجيل دخول'],
    'account.signedOut': ['signedOut', 'Signed out', 'تسجيل خروج'],
    'account.passwordSet': ['passwordSet', 'A new password was set with a code', 'تعيين كلمة مرور جديدة برمز'],
    'account.passwordChanged': ['passwordChanged', 'The password was changed', 'تغيير كلمة المرور'],
    'account.sessionEnded': ['sessionEnded', 'A device was signed out', 'إنهاء جلسة على جهاز'],
    'account.othersEnded': ['othersEnded', 'All other devices were signed out', 'إنهاء الجلسات على الأجهزة الأخرى'],
    'account.deviceKnown': ['deviceKnown', 'A device is known from now on', 'التعرّف على جهاز جديد'],
    'account.proved': ['proved', 'The account was proved a second time', 'إثبات ثانٍ لصاحب الحساب'],
    'account.phoneChanged': ['phoneChanged', 'The phone number was changed', 'تغيير رقم الهاتف'],
    'account.phoneChangeCancelled': [
      'phoneChangeCancelled',
      'A change of the phone number was stopped',
      'إيقاف تغيير رقم الهاتف',
    ],
    'account.outsideLinked': ['outsideLinked', 'An account of a school was linked', 'ربط حساب من مدرسة'],
    'account.outsideUnlinked': ['outsideUnlinked', 'An account of a school was unlinked', 'فك ربط حساب من مدرسة'],
    'account.pictureReplaced': ['ownPictureReplaced', "The person's picture was replaced", 'تغيير الصورة الشخصية'],
  },
  rights: {
    ...operatorActs.rights,
    'Connection/MakeKey': ['programKeyMade', 'A key for a program was made', 'إنشاء مفتاح لبرنامج'],
    'Connection/AddWebhook': ['webhookAdded', 'A webhook was added', 'إضافة إبلاغ لبرنامج'],
    'Connection/UpdateWebhook': ['webhookChanged', 'A webhook was changed', 'تعديل إبلاغ لبرنامج'],
    'Connection/RollWebhookSecret': [
      'webhookSecretRolled',
      'A webhook got a new secret',
      'تجديد الرمز السري لإبلاغ برنامج',
    ],
    'Connection/SendAgain': [
      'webhookSentAgain',
      'A message of a webhook was sent again',
      'إعادة إرسال رسالة إلى برنامج',
    ],
    'Connection/AddProvider': ['signInProviderAdded', 'A provider of sign-in was added', 'إضافة جهة لتسجيل الدخول'],
    'Connection/UpdateProvider': [
      'signInProviderChanged',
      'A provider of sign-in was changed',
      'تعديل جهة لتسجيل الدخول',
    ],
    'Connection/RequireProvider': [
      'signInProviderRequired',
      'Staff must, or need not, sign in with a provider',
      'إلزام العاملين بالدخول عبر جهة أو رفع الإلزام',
    ],
    'Connection/SwitchRoster': ['rosterSwitched', 'OneRoster was switched on or off', 'تشغيل OneRoster أو إيقافه'],
    'Connection/RevokeKey': ['programKeyRevoked', 'A key of a program was revoked', 'إلغاء مفتاح برنامج'],
    'Role/AddRole': ['roleAdded', 'A role was added', 'إضافة دور'],
    'Role/UpdateRole': ['roleChanged', 'A role was changed', 'تعديل دور'],
    'Role/ChangeRoleActivation': ['roleActivation', 'A role was activated or deactivated', 'تفعيل دور أو إلغاء تفعيله'],
    'RolePermission/AssignPermissionsToRole': [
      'roleKeysAdded',
      'Permissions were added to a role',
      'إضافة صلاحيات إلى دور',
    ],
    'RolePermission/RemovePermissionsFromRole': [
      'roleKeysRemoved',
      'Permissions were removed from a role',
      'سحب صلاحيات من دور',
    ],
    'RolePermission/ConfirmProposal': [
      'roleKeysConfirmed',
      'A change of a built-in role was confirmed',
      'تأكيد تغيير دور أساسي',
    ],
    'RolePermission/RefuseProposal': [
      'roleKeysRefused',
      'A change of a built-in role was refused',
      'رفض تغيير دور أساسي',
    ],
    'UserRole/AssignUerRoles': ['roleGiven', 'A role was given', 'إسناد دور'],
    'UserRole/RemoveUserRoles': ['roleTaken', 'A role was taken', 'سحب دور'],
    'OfficeRole/SwitchOn': ['officeRoleOn', 'A role of the office was switched on', 'تفعيل دور إداري في المدرسة'],
    'OfficeRole/SwitchOff': ['officeRoleOff', 'A role of the office was switched off', 'إيقاف دور إداري في المدرسة'],
    'UserPermission/AssignPermissionsToUser': ['keyGiven', 'A permission was given', 'منح صلاحية'],
    'UserPermission/RemovePermissionsFromUser': ['keyTaken', 'A permission was taken', 'سحب صلاحية'],
  },
  settings: {
    'api/School/AddSchool': ['schoolSubmitted', 'A school was submitted', 'تقديم طلب مدرسة'],
    'api/School/UpdateSchool': ['schoolChanged', "The school's information was changed", 'تعديل بيانات المدرسة'],
    'api/School/ActivateNewSchool': ['schoolActivated', 'A new school was activated', 'تفعيل مدرسة جديدة'],
    'api/School/ChangeActivation': [
      'schoolActivation',
      'The school was activated or deactivated',
      'تفعيل المدرسة أو إلغاء تفعيلها',
    ],
    'api/School/OpenSupportWindow': ['supportOpened', 'A support window was opened', 'بدء فترة الدعم الفني'],
    'api/School/CloseSupportWindow': ['supportClosed', 'The support window was closed', 'إنهاء فترة الدعم الفني'],
    'Notice/UpdateSchoolNotices': ['noticesChanged', "The school's notices were changed", 'تعديل إشعارات المدرسة'],
    'SchoolContact/AddContact': ['contactAdded', 'A contact was added', 'إضافة وسيلة تواصل'],
    'SchoolContact/UpdateContact': ['contactChanged', 'A contact was changed', 'تعديل وسيلة تواصل'],
    'SchoolContact/RemoveContact': ['contactRemoved', 'A contact was removed', 'حذف وسيلة تواصل'],
    'SchoolLanguage/AssignLanguage': ['languageAdded', 'A language was added', 'إضافة لغة'],
    'SchoolLanguage/RemoveLanguage': ['languageRemoved', 'A language was removed', 'حذف لغة'],
    'ClassRoom/AddClass': ['supervisorNamed', 'A supervisor was named', 'تعيين مشرف فصل'],
    'ClassRoom/AddClasses': ['supervisorsNamed', 'Supervisors were named', 'تعيين مشرفي فصول'],
    'ClassRoom/UpdateClass': ['supervisorChanged', 'The supervisor of a class was changed', 'تغيير مشرف فصل'],
    'ImageUploder/UploadImage': ['pictureReplaced', 'A picture was replaced', 'تغيير صورة'],
    'Exams/UpdateMarkSetting': [
      'markSettingChanged',
      'When parents see marks was changed',
      'تغيير وقت ظهور الدرجات لأولياء الأمور',
    ],
    'Result/SaveScheme': ['schemeSaved', 'A scheme of results was saved', 'حفظ نظام درجات'],
    'Result/CopyScheme': ['schemeCopied', 'A scheme of results was copied', 'نسخ نظام درجات'],
    'Result/RemoveScheme': ['schemeRemoved', 'A scheme of results was removed', 'حذف نظام درجات'],
    'Result/SaveUses': [
      'schemeUsesSaved',
      'Where schemes of results apply was changed',
      'تعديل توزيع الدرجات على المواد',
    ],
    'Conduct/SaveKinds': ['conductKindsSaved', 'The kinds of conduct were changed', 'تعديل أنواع السلوك'],
    'RecordField/AddField': ['recordFieldAdded', 'A field of the record was added', 'إضافة حقل إلى السجل'],
    'RecordField/UpdateField': ['recordFieldChanged', 'A field of the record was changed', 'تعديل حقل في السجل'],
    'RecordField/RemoveField': ['recordFieldRemoved', 'A field of the record was removed', 'حذف حقل من السجل'],
    'Removal/PutBack': ['putBack', 'Something that was removed was put back', 'استرجاع ما حُذف'],
    'Setup/UndoUsual': ['usualUndone', 'The usual, once added, was taken back', 'التراجع عن إضافة المعتاد'],
    'SchoolYear/CompleteSchoolYear': ['yearCompleted', 'A school year was completed', 'إنهاء عام دراسي'],
    'SchoolYear/ReopenSchoolYear': ['yearReopened', 'A school year was reopened', 'إعادة فتح عام دراسي'],
    'Calendar/SaveDays': ['calendarDaysSaved', 'Days of the calendar were changed', 'تعديل أيام في التقويم'],
    'Calendar/RemoveDays': ['calendarDaysRemoved', 'Days of the calendar were removed', 'حذف أيام من التقويم'],
    'Calendar/ApplyPreset': ['presetApplied', 'A preset of the calendar was taken over', 'اعتماد تقويم جاهز'],
    'Calendar/SaveTerms': ['termsSaved', 'The terms of a year were changed', 'تعديل فصول العام الدراسية'],
    'Calendar/SaveWeek': ['weekSaved', 'The school week was changed', 'تعديل أيام الدراسة في الأسبوع'],
    'Calendar/SaveHours': ['hoursSaved', 'The hours of the school were changed', 'تعديل مواعيد الحصص'],
    'Timetable/SaveHoursUses': [
      'hoursUsesSaved',
      'Which hours apply where was changed',
      'تعديل المواعيد السارية على الصفوف والأيام',
    ],
    'Timetable/Publish': ['timetablePublished', 'A timetable was published', 'نشر جدول دراسي'],
    'Timetable/Withdraw': [
      'timetableWithdrawn',
      'A timetable was withdrawn before its first day',
      'سحب جدول قبل بدايته',
    ],
    'Calendar/SaveWishes': [
      'calendarWishesSaved',
      'The dates of the calendar were changed',
      'تعديل عرض التواريخ في التقويم',
    ],
  },
  people: {
    'StudentParent/AddStudentParent': ['parentLinked', 'A parent was linked', 'ربط ولي أمر'],
    'API/Identity/AddUserNewPassword': [
      'invitedParentLinked',
      'An invited parent registered and was linked',
      'ربط ولي أمر مدعوّ بعد تسجيله',
    ],
    'StudentParent/UpdateStudentParent': ['parentChanged', 'The link of a parent was changed', 'تعديل ربط ولي أمر'],
    'StudentParent/DeleteStudentParent': ['parentUnlinked', 'A parent was unlinked', 'إلغاء ربط ولي أمر'],
    'StudentParent/InviteParent': ['parentInvited', 'A parent was invited', 'دعوة ولي أمر'],
    'StudentParent/SendInvitationSms': ['invitationSent', 'An invitation was sent by SMS', 'إرسال دعوة برسالة قصيرة'],
    'StudentParent/IssueInvitationCode': ['letterHandedOut', 'A letter with a code was handed out', 'تسليم خطاب برمز'],
    'SchoolTeacher/IssueInvitationCode': [
      'staffLetterHandedOut',
      'A letter with a code was handed out to a colleague',
      'تسليم خطاب برمز لزميل',
    ],
    'StudentParent/RemoveInvitation': ['invitationWithdrawn', 'An invitation was withdrawn', 'سحب دعوة'],
    'Inbox/AnswerInvitation': ['invitationAnswered', 'An invitation was answered', 'الرد على دعوة'],
    'SchoolTeacher/AddSchoolTeacher': ['teacherLinked', 'A teacher was linked', 'ربط معلم'],
    'SchoolTeacher/UpdateSchoolTeacher': ['teacherConfirmed', 'A teacher was confirmed', 'تأكيد ربط معلم'],
    'PhoneChange/Request': ['phoneChangeRequested', 'A change of a number was asked for', 'طلب تغيير رقم هاتف'],
    'PhoneChange/Confirm': ['phoneChangeConfirmed', 'A change of a number was confirmed', 'تأكيد تغيير رقم هاتف'],
    'PhoneChange/ConfirmForSchool': [
      'phoneChangeConfirmedForSchool',
      'The platform confirmed a change of a number',
      'تأكيد المنصة تغيير رقم هاتف',
    ],
    'PhoneChange/Withdraw': ['phoneChangeWithdrawn', 'A change of a number was withdrawn', 'سحب تغيير رقم هاتف'],
    'PhoneChange/Apply': ['phoneChangeApplied', 'A number was changed', 'تغيير رقم هاتف'],
    'PhoneChange/ReportLost': [
      'numberLost',
      'A number was reported as no longer theirs',
      'الإبلاغ عن رقم لم يعد لصاحبه',
    ],
    'PhoneChange/IssueProofCode': ['proofHandedOver', 'A code of proof was handed over', 'تسليم رمز إثبات'],
    'Message/OpenForReview': ['threadOpened', 'A thread was opened for review', 'فتح مراسلة للمراجعة'],
    'Message/SettleReport': ['threadSettled', 'A report of a message was settled', 'إغلاق بلاغ عن رسالة'],
    'Message/SaveSettings': ['messagesSet', 'Messages were set up', 'ضبط الرسائل'],
    'Post/TakeBack': ['postTakenBack', 'An announcement was taken back', 'سحب إعلان'],
    'TeacherReplacement/Replace': ['teacherReplaced', 'A teacher took over from another', 'استبدال معلم بآخر'],
    'TeacherReplacement/Undo': [
      'replacementUndone',
      'The replacement of a teacher was undone',
      'التراجع عن استبدال معلم',
    ],
    'SchoolTeacher/InviteTeacher': ['staffInvited', 'A teacher was invited', 'دعوة معلم'],
    'SchoolTeacher/UpdateInvitation': [
      'staffInvitationChanged',
      'The invitation of a teacher was changed',
      'تعديل دعوة معلم',
    ],
    'SchoolTeacher/RemoveInvitation': [
      'staffInvitationWithdrawn',
      'The invitation of a teacher was withdrawn',
      'سحب دعوة معلم',
    ],
    'SchoolTeacher/RemoveTeacherFromSchool': ['teacherUnlinked', 'A teacher was unlinked', 'إلغاء ربط معلم'],
    'SchoolTeacherCourse/AddSchoolTeacherCourse': [
      'courseGiven',
      'A course was given to a teacher',
      'إسناد مادة إلى معلم',
    ],
    'SchoolTeacherCourse/RemoveSchoolTeacherCourse': [
      'courseTaken',
      'A course was taken from a teacher',
      'سحب مادة من معلم',
    ],
    'ClassRoomTeacherCourse/CreateClassRoomTeacherCourse': [
      'classGiven',
      'A class was given to a teacher',
      'إسناد فصل إلى معلم',
    ],
    'ClassRoomTeacherCourse/DeleteClassRoomIeacherCourse': [
      'classTaken',
      'A class was taken from a teacher',
      'سحب فصل من معلم',
    ],
  },
  students: { ...studentActs, ...operatorActs.students },
  work: workActs,
  money: {
    ...feeActs,
    'SchoolPaymentRequest/AddRequest': ['requestAdded', 'A payment request was sent', 'إرسال طلب دفع'],
    'SchoolPaymentRequest/UpdateRequest': ['requestChanged', 'A payment request was changed', 'تعديل طلب دفع'],
    'SchoolPaymentRequest/ApproveRequest': ['requestApproved', 'A payment request was approved', 'قبول طلب دفع'],
    'SchoolPaymentRequest/RejectRequest': ['requestRejected', 'A payment request was rejected', 'رفض طلب دفع'],
    'SchoolPaymentRequest/DeleteRequest': ['requestDeleted', 'A payment request was deleted', 'حذف طلب دفع'],
    'PaymentTransaction/AddPayment': ['paymentAdded', 'A payment was entered', 'تسجيل دفعة'],
    'PaymentTransaction/UpdatePayment': ['paymentCorrected', 'A payment was corrected', 'تصحيح دفعة'],
    'api/School/AddCoinsToSchool': ['coinsGiven', 'Coins were given to a school', 'إضافة رصيد إلى مدرسة'],
  },
  exports: {
    ...operatorActs.exports,
    export: ['exported', 'A list was exported', 'تصدير قائمة'],
  },
  reads: {
    read: ['studentRead', "A student's record was read", 'الاطلاع على سجل طالب'],
    'read.OfficialRecord/GetRecord': ['officialRecordRead', 'An official record was read', 'الاطلاع على ملف طالب'],
    'read.OfficialRecord/GetHealthNotes': [
      'healthRead',
      'Health notes of a student were read',
      'الاطلاع على الملاحظات الصحية لطالب',
    ],
    'read.user': ['personLookedUp', 'A person was looked up by phone number', 'البحث عن شخص برقم الهاتف'],
  },
  refused: {
    '403': ['notAllowed', 'A call was refused: not allowed', 'رفض طلب: غير مسموح'],
    '404': ['notFound', 'A call was refused: not found', 'رفض طلب: غير موجود'],
    '429': ['tooManyReads', 'Too many students were read', 'قراءة عدد غير معتاد من الطلاب'],
  },
  other: {
    other: ['other', 'Something else', 'إجراء آخر'],
  },
} as const satisfies Record<AuditKind, Acts>

/** The words of every act, by its name. */
export const actWords: Record<string, Words> = Object.fromEntries(
  Object.values<Acts>(acts).flatMap((some) => Object.values(some).map(([act, ...words]) => [act, words] as const)),
)
