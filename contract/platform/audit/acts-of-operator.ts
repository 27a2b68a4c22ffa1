/** What an operator does from a terminal, by the name in its audit line (acts.ts). */
export const operatorActs = {
  accounts: {
    'operator sets a password': [
      'operatorPassword',
      'The operator set a password',
      'تعيين كلمة مرور من قِبل مشغّل النظام',
    ],
    'operator ends sessions': ['operatorSessions', 'The operator ended sessions', 'إنهاء جلسات من قِبل مشغّل النظام'],
    'operator enrols a second factor': [
      'operatorFactor',
      'The operator set up an authenticator',
      'إعداد تطبيق مصادقة من قِبل مشغّل النظام',
    ],
    'operator removes a second factor': [
      'operatorFactorRemoved',
      'The operator removed an authenticator',
      'إزالة تطبيق مصادقة من قِبل مشغّل النظام',
    ],
    'operator reports a number as lost': [
      'operatorNumberLost',
      'The operator reported a number as no longer theirs',
      'إبلاغ مشغّل النظام عن رقم لم يعد لصاحبه',
    ],
  },
  rights: {
    'operator replaces the secret': [
      'operatorSecret',
      'The operator replaced the secret of the installation',
      'تغيير المفتاح السري للنظام من قِبل مشغّل النظام',
    ],
    'operator names a platform administrator': [
      'operatorAdministrator',
      'The operator named an administrator of the platform',
      'تعيين مدير للمنصة من قِبل مشغّل النظام',
    ],
    'operator opens a school to passwords': [
      'operatorOpensSignIn',
      'The operator let staff sign in with their passwords again',
      'سماح مشغّل النظام للعاملين بالدخول بكلمات المرور من جديد',
    ],
    'operator recovers a school': [
      'operatorRecovery',
      'The operator named a manager of the school',
      'تعيين مدير للمدرسة من قِبل مشغّل النظام',
    ],
  },
  students: {
    'operator erases a child': [
      'operatorErasure',
      'The operator erased the data of a student',
      'محو بيانات طالب من قِبل مشغّل النظام',
    ],
  },
  exports: {
    'operator exports a child': [
      'operatorChildExport',
      'The operator exported the data of a student',
      'تصدير بيانات طالب من قِبل مشغّل النظام',
    ],
    'operator exports a school': [
      'operatorSchoolExport',
      'The operator exported the data of the school',
      'تصدير بيانات المدرسة من قِبل مشغّل النظام',
    ],
  },
} as const
