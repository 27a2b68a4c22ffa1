import { dailyPermissions } from './daily-permissions.ts'

/**
 * Every permission, in the order of permissions.md §2. The spelling of a key is part of the wire and must not be corrected. `scope`: where
 * a person may have it, in one named school or app-wide without a school.
 */
export const permissions = [
  // Main menu
  { key: 'ViewPaymentsTransaction', name: 'View payment transactions', nameAr: 'عرض حركات المدفوعات', scope: 'app' },
  { key: 'ViewPaymentsRequests', name: 'View payment requests', nameAr: 'عرض طلبات الدفع', scope: 'app' },
  { key: 'ViewSchoolActionList', name: 'View the list of all schools', nameAr: 'عرض قائمة جميع المدارس', scope: 'app' },
  { key: 'ViewAdminSettings', name: 'View platform settings', nameAr: 'عرض إعدادات المنصة', scope: 'app' },
  { key: 'ViewSchoolSettings', name: 'View school settings', nameAr: 'عرض إعدادات المدرسة', scope: 'school' },

  // School settings menu
  { key: 'ViewSchoolSettingSection', name: 'View the school section', nameAr: 'عرض قسم المدرسة', scope: 'school' },
  { key: 'ViewSchoolPayment', name: 'View school payments', nameAr: 'عرض مدفوعات المدرسة', scope: 'school' },
  { key: 'ViewSchoolLanguagesSetting', name: 'View school languages', nameAr: 'عرض لغات المدرسة', scope: 'school' },
  { key: 'ViewGradesSetting', name: 'View grades', nameAr: 'عرض الصفوف الدراسية', scope: 'school' },
  { key: 'ViewExamsSetting', name: 'View exam settings', nameAr: 'عرض إعدادات الامتحانات', scope: 'school' },
  { key: 'ViewClassesSettingSection', name: 'View the classes section', nameAr: 'عرض قسم الفصول', scope: 'school' },
  { key: 'ViewClassesSettingList', name: 'View the list of classes', nameAr: 'عرض قائمة الفصول', scope: 'school' },
  {
    key: 'ViewCourseSettingList',
    name: 'View the list of courses',
    nameAr: 'عرض قائمة المواد الدراسية',
    scope: 'school',
  },
  { key: 'ViewTeachersList', name: 'View the list of teachers', nameAr: 'عرض قائمة المعلمين', scope: 'school' },
  { key: 'ViewSchoolStudentsList', name: 'View the list of students', nameAr: 'عرض قائمة الطلاب', scope: 'school' },
  {
    key: 'ViewYearsSetting',
    name: 'View the school years section',
    nameAr: 'عرض قسم الأعوام الدراسية',
    scope: 'school',
  },
  {
    key: 'ViewSchoolCurrentYear',
    name: 'View the current school year',
    nameAr: 'عرض العام الدراسي الحالي',
    scope: 'school',
  },
  {
    key: 'ViewYearsList',
    name: 'View the list of school years',
    nameAr: 'عرض قائمة الأعوام الدراسية',
    scope: 'school',
  },
  { key: 'ViewPermissionSettings', name: 'View the permissions section', nameAr: 'عرض قسم الصلاحيات', scope: 'school' },
  { key: 'AssignUserRole', name: 'View the roles of users', nameAr: 'عرض أدوار المستخدمين', scope: 'both' },
  { key: 'ViewUserPermission', name: 'View the permissions of users', nameAr: 'عرض صلاحيات المستخدمين', scope: 'both' },

  // Platform settings menu
  { key: 'ViewLanguages', name: 'View languages', nameAr: 'عرض اللغات', scope: 'app' },
  { key: 'ViewRelations', name: 'View relations', nameAr: 'عرض صلات القرابة', scope: 'app' },
  { key: 'ViewSchoolType', name: 'View school types', nameAr: 'عرض أنواع المدارس', scope: 'app' },
  { key: 'ViewSchoolContactType', name: 'View contact types', nameAr: 'عرض أنواع وسائل التواصل', scope: 'app' },
  { key: 'ViewCoinType', name: 'View coin types', nameAr: 'عرض أنواع عملات الرصيد', scope: 'app' },
  { key: 'ViewPaymentType', name: 'View payment types', nameAr: 'عرض طرق الدفع', scope: 'app' },
  { key: 'ViewRolesList', name: 'View roles', nameAr: 'عرض الأدوار', scope: 'app' },

  // Header
  { key: 'ViewUserSchoolsDropDown', name: 'Switch between schools', nameAr: 'التبديل بين المدارس', scope: 'school' },
  { key: 'CreateSchool', name: 'Create a school', nameAr: 'إنشاء مدرسة', scope: 'app' },

  // Actions in a school: payments, school, languages, grades
  { key: 'AddSchoolPayment', name: 'Add a payment request', nameAr: 'إضافة طلب دفع', scope: 'school' },
  { key: 'UpdateSchoolPayment', name: 'Edit a payment request', nameAr: 'تعديل طلب دفع', scope: 'school' },
  { key: 'RemoveSchoolPayment', name: 'Delete a payment request', nameAr: 'حذف طلب دفع', scope: 'school' },
  { key: 'UpdateSchoolData', name: 'Edit school information', nameAr: 'تعديل بيانات المدرسة', scope: 'school' },
  {
    key: 'UpdateSchoolContact',
    name: 'Add and edit school contacts',
    nameAr: 'إضافة وسائل تواصل المدرسة وتعديلها',
    scope: 'school',
  },
  { key: 'ViewSchoolData', name: 'View the coin balance', nameAr: 'عرض رصيد المدرسة', scope: 'school' },
  { key: 'UploadeSchoolImage', name: 'Upload the school picture', nameAr: 'رفع صورة المدرسة', scope: 'school' },
  {
    key: 'AddLanguageToSchool',
    name: 'Add a language to the school',
    nameAr: 'إضافة لغة إلى المدرسة',
    scope: 'school',
  },
  { key: 'AddGrade', name: 'Add a grade', nameAr: 'إضافة صف دراسي', scope: 'school' },
  { key: 'AddMultipleGrades', name: 'Add several grades', nameAr: 'إضافة عدة صفوف دراسية', scope: 'school' },
  { key: 'UpdateGrade', name: 'Edit a grade', nameAr: 'تعديل صف دراسي', scope: 'school' },

  // Actions in a school: exams, classes, courses
  { key: 'AddExam', name: 'Add an exam', nameAr: 'إضافة امتحان', scope: 'school' },
  { key: 'AddMultipleExams', name: 'Add several exams', nameAr: 'إضافة عدة امتحانات', scope: 'school' },
  { key: 'UpdateExam', name: 'Edit an exam', nameAr: 'تعديل امتحان', scope: 'school' },
  { key: 'RateExam', name: 'Enter exam results', nameAr: 'رصد نتائج الامتحان', scope: 'school' },
  { key: 'AddClass', name: 'Add a class', nameAr: 'إضافة فصل', scope: 'school' },
  { key: 'AddMultipleClasses', name: 'Add several classes', nameAr: 'إضافة عدة فصول', scope: 'school' },
  { key: 'UpdateClass', name: 'Edit a class', nameAr: 'تعديل فصل', scope: 'school' },
  {
    key: 'ChangeClassActivation',
    name: 'Activate or deactivate a class',
    nameAr: 'تفعيل الفصل أو إيقافه',
    scope: 'school',
  },
  { key: 'AddCourse', name: 'Add a course', nameAr: 'إضافة مادة دراسية', scope: 'school' },
  { key: 'AddMultipleCourses', name: 'Add several courses', nameAr: 'إضافة عدة مواد دراسية', scope: 'school' },
  { key: 'UpdateCourse', name: 'Edit a course', nameAr: 'تعديل مادة دراسية', scope: 'school' },

  // Actions in a school: teachers, students
  { key: 'LinkTeacherToSchool', name: 'Link a teacher to the school', nameAr: 'ربط معلم بالمدرسة', scope: 'school' },
  {
    key: 'LinkTeacherToCourse&Class',
    name: 'Give a teacher courses and classes',
    nameAr: 'إسناد المواد والفصول إلى المعلم',
    scope: 'school',
  },
  {
    key: 'UnlinkTeacherToCourse&Class',
    name: 'Take courses and classes from a teacher',
    nameAr: 'إلغاء إسناد المواد والفصول إلى المعلم',
    scope: 'school',
  },
  {
    key: 'UnlinkTeacherToSchool',
    name: 'Unlink a teacher from the school',
    nameAr: 'إلغاء ربط معلم بالمدرسة',
    scope: 'school',
  },
  { key: 'AssignStudentToSchool', name: 'Add a student', nameAr: 'إضافة طالب', scope: 'school' },
  { key: 'AssignMultipleStudentsToSchool', name: 'Add several students', nameAr: 'إضافة عدة طلاب', scope: 'school' },
  {
    key: 'ChangeStudentActivation',
    name: 'Activate or deactivate a student',
    nameAr: 'تفعيل الطالب أو إيقافه',
    scope: 'school',
  },
  { key: 'UpdateStudentInfo', name: 'Edit student information', nameAr: 'تعديل بيانات الطالب', scope: 'school' },
  {
    key: 'RemoveParentToStudent',
    name: 'Unlink a parent from a student',
    nameAr: 'إلغاء ربط ولي أمر بطالب',
    scope: 'school',
  },

  // Actions in a school: years
  { key: 'AddMonth', name: 'Add a month', nameAr: 'إضافة شهر دراسي', scope: 'school' },
  { key: 'UpdateMonth', name: 'Edit a month', nameAr: 'تعديل شهر دراسي', scope: 'school' },
  {
    key: 'ChangeMonthActivation',
    name: 'Activate or deactivate a month',
    nameAr: 'تفعيل الشهر الدراسي أو إيقافه',
    scope: 'school',
  },
  { key: 'UpdateYear', name: 'Edit a school year', nameAr: 'تعديل عام دراسي', scope: 'school' },
  {
    key: 'ChangeYearActivation',
    name: 'Activate or deactivate a school year',
    nameAr: 'تفعيل العام الدراسي أو إيقافه',
    scope: 'school',
  },
  { key: 'CompleteYeare', name: 'Complete the school year', nameAr: 'إنهاء العام الدراسي', scope: 'school' },
  { key: 'AddCurrentYear', name: 'Add the current school year', nameAr: 'إضافة العام الدراسي الحالي', scope: 'school' },

  // Actions in a school: rights
  { key: 'RemoveUserRole', name: 'Take a role from a user', nameAr: 'سحب دور من مستخدم', scope: 'both' },
  { key: 'AddUserRole', name: 'Give a role to a user', nameAr: 'إسناد دور إلى مستخدم', scope: 'both' },
  { key: 'AddUserPermission', name: 'Give a permission to a user', nameAr: 'منح صلاحية لمستخدم', scope: 'both' },
  { key: 'RemoveUserPermission', name: 'Take a permission from a user', nameAr: 'سحب صلاحية من مستخدم', scope: 'both' },

  // Actions in a class
  { key: 'ViewAttendanceList', name: 'View attendance', nameAr: 'عرض الحضور والغياب', scope: 'school' },
  { key: 'AttendanceAction', name: 'Take attendance', nameAr: 'تسجيل الحضور والغياب', scope: 'school' },
  { key: 'ViewHomework', name: 'View homework', nameAr: 'عرض الواجبات المنزلية', scope: 'school' },
  { key: 'AddHomework', name: 'Add homework', nameAr: 'إضافة واجب منزلي', scope: 'school' },
  { key: 'UpdateHomework', name: 'Edit homework', nameAr: 'تعديل واجب منزلي', scope: 'school' },
  { key: 'ViewExams', name: 'View exams', nameAr: 'عرض الامتحانات', scope: 'school' },
  { key: 'ViewActivities', name: 'View activities', nameAr: 'عرض الأنشطة', scope: 'school' },
  { key: 'AddActivity', name: 'Add an activity', nameAr: 'إضافة نشاط', scope: 'school' },
  { key: 'UpdateActivity', name: 'Edit an activity', nameAr: 'تعديل نشاط', scope: 'school' },
  { key: 'ViewNotes', name: 'View notes', nameAr: 'عرض الملاحظات', scope: 'school' },
  { key: 'AddNote', name: 'Add a note', nameAr: 'إضافة ملاحظة', scope: 'school' },
  { key: 'EditNote', name: 'Edit a note', nameAr: 'تعديل ملاحظة', scope: 'school' },

  // Platform actions
  { key: 'CreateSchoolContactType', name: 'Add a contact type', nameAr: 'إضافة نوع وسيلة تواصل', scope: 'app' },
  { key: 'EditSchoolContactType', name: 'Edit a contact type', nameAr: 'تعديل نوع وسيلة تواصل', scope: 'app' },
  {
    key: 'EditIconSchoolContactType',
    name: 'Change the icon of a contact type',
    nameAr: 'تغيير أيقونة وسيلة تواصل',
    scope: 'app',
  },
  { key: 'CreateLanguage', name: 'Add a language', nameAr: 'إضافة لغة', scope: 'app' },
  { key: 'EditLanguage', name: 'Edit a language', nameAr: 'تعديل لغة', scope: 'app' },
  { key: 'CreateRelations', name: 'Add a relation', nameAr: 'إضافة صلة قرابة', scope: 'app' },
  { key: 'EditRelations', name: 'Edit a relation', nameAr: 'تعديل صلة قرابة', scope: 'app' },
  { key: 'CreateSchoolType', name: 'Add a school type', nameAr: 'إضافة نوع مدرسة', scope: 'app' },
  { key: 'ChangeSchoolType', name: 'Edit a school type', nameAr: 'تعديل نوع مدرسة', scope: 'app' },
  { key: 'CreateCoinType', name: 'Add a coin type', nameAr: 'إضافة نوع عملة رصيد', scope: 'app' },
  {
    key: 'EditCoinType',
    name: 'Edit coin types and payment types',
    nameAr: 'تعديل أنواع عملات الرصيد وطرق الدفع',
    scope: 'app',
  },
  { key: 'CreatePaymentType', name: 'Add a payment type', nameAr: 'إضافة طريقة دفع', scope: 'app' },
  { key: 'CreateRole', name: 'Create a role', nameAr: 'إنشاء دور', scope: 'app' },
  { key: 'EditRole', name: 'Edit a role', nameAr: 'تعديل دور', scope: 'app' },
  { key: 'ViewAppRolesList', name: 'View platform roles', nameAr: 'عرض أدوار المنصة', scope: 'app' },
  { key: 'ViewSchoolRolesList', name: 'View school roles', nameAr: 'عرض أدوار المدارس', scope: 'both' },
  { key: 'ActivateRolesList', name: 'Activate or deactivate roles', nameAr: 'تفعيل الأدوار أو إيقافها', scope: 'app' },
  { key: 'AddPermissionsToRole', name: 'Add permissions to a role', nameAr: 'إضافة صلاحيات إلى دور', scope: 'app' },
  {
    key: 'RemovePermissionsToRole',
    name: 'Remove permissions from a role',
    nameAr: 'سحب صلاحيات من دور',
    scope: 'app',
  },

  // Beyond the specification (15)
  { key: 'ApprovePaymentRequest', name: 'Approve payment requests', nameAr: 'قبول طلبات الدفع', scope: 'app' },
  { key: 'RejectPaymentRequest', name: 'Reject payment requests', nameAr: 'رفض طلبات الدفع', scope: 'app' },
  {
    key: 'ChangeSchoolActivation',
    name: 'Activate or deactivate a school',
    nameAr: 'تفعيل المدرسة أو إيقافها',
    scope: 'app',
  },
  { key: 'AssignCoinsToSchool', name: 'Give coins to a school', nameAr: 'إضافة رصيد إلى مدرسة', scope: 'app' },
  { key: 'RateHomework', name: 'Rate homework', nameAr: 'تقييم الواجبات المنزلية', scope: 'school' },
  { key: 'RateActivity', name: 'Rate activities', nameAr: 'تقييم الأنشطة', scope: 'school' },
  { key: 'ViewAuditLog', name: 'View the audit log', nameAr: 'عرض سجل العمليات', scope: 'both' },
  { key: 'LinkParentToStudent', name: 'Link a parent to a student', nameAr: 'ربط ولي أمر بطالب', scope: 'school' },
  {
    key: 'ManageConnections',
    name: 'Let programs read of the school',
    nameAr: 'السماح لبرامج بقراءة بيانات المدرسة',
    scope: 'school',
  },
  { key: 'ViewStudentRecord', name: 'View official records', nameAr: 'عرض ملفات الطلاب', scope: 'school' },
  { key: 'EditStudentRecord', name: 'Edit official records', nameAr: 'تعديل ملفات الطلاب', scope: 'school' },
  { key: 'ViewStudentReligion', name: 'View and edit religions', nameAr: 'عرض الديانة وتعديلها', scope: 'school' },
  { key: 'ViewStudentHealth', name: 'View health notes', nameAr: 'عرض الملاحظات الصحية', scope: 'school' },
  ...dailyPermissions,
  { key: 'ChangePhoneNumbers', name: 'Change phone numbers', nameAr: 'تغيير أرقام الهواتف', scope: 'both' },
  { key: 'AddPost', name: 'Write announcements', nameAr: 'كتابة الإعلانات', scope: 'school' },
  { key: 'AddSchoolPost', name: 'Write to the whole school', nameAr: 'كتابة إعلانات للمدرسة كلها', scope: 'school' },
  { key: 'ManagePosts', name: 'Manage all announcements', nameAr: 'إدارة جميع الإعلانات', scope: 'school' },
  { key: 'ReviewMessages', name: 'Review messages', nameAr: 'مراجعة الرسائل', scope: 'school' },
  { key: 'ManageMessages', name: 'Set up messages', nameAr: 'ضبط الرسائل', scope: 'school' },
  { key: 'IssuePapers', name: 'Issue papers', nameAr: 'إصدار الشهادات والأوراق', scope: 'school' },
  { key: 'ManagePapers', name: 'Set how papers look', nameAr: 'ضبط شكل الشهادات والأوراق', scope: 'school' },
  { key: 'ManageResults', name: 'Manage results of terms', nameAr: 'إدارة نتائج الفصول الدراسية', scope: 'school' },
  { key: 'CloseResults', name: 'Close and publish results', nameAr: 'إغلاق النتائج ونشرها', scope: 'school' },
  { key: 'ViewPickUp', name: 'Hand children over at the gate', nameAr: 'تسليم الطلاب عند البوابة', scope: 'school' },
  { key: 'ViewFees', name: 'View fees', nameAr: 'عرض الرسوم', scope: 'school' },
  { key: 'ManageFees', name: 'Set and charge fees', nameAr: 'ضبط الرسوم وتحميلها', scope: 'school' },
  { key: 'TakeFees', name: 'Take fees', nameAr: 'تحصيل الرسوم', scope: 'school' },
  { key: 'ReverseFees', name: 'Reverse and refund fees', nameAr: 'عكس الرسوم وردها', scope: 'school' },
  { key: 'ViewChildernsList', name: 'View my children', nameAr: 'عرض أبنائي', scope: 'app' },
] as const satisfies readonly { key: string; name: string; nameAr: string; scope: 'school' | 'app' | 'both' }[]

export type Permission = (typeof permissions)[number]['key']
