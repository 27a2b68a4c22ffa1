import type { meanings } from '#contract/exchange/imports/import-shapes.ts'

type Meaning = (typeof meanings)[number]

/** The headings that schools use for each meaning, in both languages. */
export const headingWords: Record<Exclude<Meaning, 'ownField'>, string> = {
  fullName:
    'name, full name, names, student names, pupil, pupil name, learner name, اسماء الطلاب, اسماء الطالبات, اسماء التلاميذ, اسماء البنين, اسماء البنات, بنين, بنات, الاسماء, اسم المتعلم, student, student name, student full name, full student name, الاسم, اسم الطالب, اسم التلميذ, اسم الطالبه, الاسم الكامل, الاسم بالكامل, الاسم رباعي, الاسم الرباعي, الاسم ثلاثي, الاسم الثلاثي, اسم الطالب رباعي, اسم الطالب بالكامل, اسم الطالب الكامل, الطالب, اسم الطالب ثلاثي, اسم الطالب الرباعي',
  firstName: 'first name, given name, student first name, forename, الاسم الاول, اسم الطالب الاول, الاول',
  middleName:
    'middle name, student middle name, midel name, middel name, second name, father name, fathers name, الاسم الاوسط, الاسم الثاني, اسم الاب, الاوسط',
  grandfather: 'grandfather, grandfather name, third name, اسم الجد, الجد, الاسم الثالث',
  lastName:
    'last name, family name, surname, student last name, الاسم الاخير, اسم العائله, العائله, اللقب, الاسم الرابع, اسم العائله او اللقب, الاخير',
  className:
    'class, class name, classroom, class room, section, section name, room, home room, homeroom, form group, registration group, tutor group, org unit path, cohort 1, الفصل, اسم الفصل, الفصل الدراسي, فصل, الشعبه, الصف والفصل, رقم الفصل',
  classTrack: 'track, stream, branch of study, المسار, القسم, الشعبه الدراسيه, المرحله القسم المسار, نوع التعليم',
  gradeName:
    'grade, grade name, grade level, level, stage, year level, year group, الصف, الصف الدراسي, اسم الصف, المرحله',
  birthDate:
    'birth date, date of birth, birthdate, birthday, birth day, dob, born, تاريخ الميلاد, الميلاد, تاريخ ميلاد الطالب, ت الميلاد, تاريخ الولاده, تاريخ الميلاد ميلادي, تاريخ الميلاد الميلادي, dob mm dd yyyy',
  isPaid:
    'paid, is paid, payed, is payed, seat paid, fees paid, مدفوع, المصروفات, السداد, تم السداد, الدفع, مسدد, الاشتراك مدفوع',
  code: 'code, student code, kashkool code, كود, الكود, كود الطالب, رمز الطالب, الرمز',
  phone1:
    'phone, phone number, mobile, mobile number, guardian phone, guardian mobile, parent phone, parent mobile, parent phone number, guardian phone number, parents phone, phone 1, guardian phone 1, parent 1 phone, parent phone 1, guardian 1 phone, guardian 1 cell phone, parent 1 cell phone, contact phone, contact 1 phone, primary phone, whatsapp, هاتف, الهاتف, رقم الهاتف, موبايل, الموبايل, رقم الموبايل, المحمول, رقم المحمول, تليفون, التليفون, رقم التليفون, هاتف ولي الامر, رقم ولي الامر, موبايل ولي الامر, تليفون ولي الامر, رقم هاتف ولي الامر, رقم موبايل ولي الامر, محمول ولي الامر, جوال ولي الامر, رقم جوال ولي الامر, الجوال, رقم الجوال, الهاتف الاساسي, واتساب, mobile phone, recovery phone',
  relation1:
    'relation, relationship, guardian relation, relation 1, guardian relation 1, kinship, contact type, contact relationship, contact 1 relationship, guardian 1 relationship, parent 1 relationship, primary relation, صله القرابه, القرابه, الصله, صفه ولي الامر, صله ولي الامر, العلاقه, صله القرابه 1',
  phone2:
    'phone 2, second phone, guardian 2 cell phone, guardian phone 2, parent phone 2, mobile 2, guardian 2 phone, parent 2 phone, contact 2 phone, secondary phone, هاتف ثانوي, هاتف 2, هاتف اخر, رقم اخر, موبايل 2, هاتف ولي الامر 2, هاتف ولي الامر الثاني, رقم هاتف اخر, تليفون 2',
  relation2:
    'relation 2, guardian 2 relationship, parent 2 relationship, guardian relation 2, relationship 2, صله القرابه 2, صله القرابه الثانيه',
  phone3:
    'phone 3, guardian phone 3, parent phone 3, mobile 3, هاتف 3, موبايل 3, هاتف ولي الامر 3, هاتف ولي الامر الثالث',
  relation3: 'relation 3, guardian relation 3, relationship 3, صله القرابه 3, صله القرابه الثالثه',
  fatherPhone:
    'father phone, fathers phone, father mobile, father phone number, dad phone, هاتف الاب, رقم الاب, موبايل الاب, تليفون الاب, هاتف الوالد, رقم هاتف الاب, محمول الاب, موبايل الوالد',
  motherPhone:
    'mother phone, mothers phone, mother mobile, mother phone number, mom phone, هاتف الام, رقم الام, موبايل الام, تليفون الام, هاتف الوالده, رقم هاتف الام, محمول الام, موبايل الوالده',
  officialName: 'official name, legal name, name in papers, الاسم الرسمي, الاسم في شهاده الميلاد, الاسم بشهاده الميلاد',
  latinFirst:
    'latin first name, first name in latin letters, english first name, first name in english, first name en, passport first name, الاسم الاول بالانجليزيه, الاسم الاول باللاتينيه',
  latinMiddle:
    'latin middle name, middle name in latin letters, english middle name, middle name in english, middle name en, الاسم الاوسط بالانجليزيه, اسم الاب بالانجليزيه, الاسم الاوسط باللاتينيه',
  latinLast:
    'latin last name, last name in latin letters, english last name, last name in english, last name en, surname in english, passport surname, اسم العائله بالانجليزيه, اللقب بالانجليزيه, اسم العائله باللاتينيه',
  nationalNumber:
    'national number, national id, national id number, id number, identity number, civil number, passport, passport number, iqama, iqama number, الرقم الوطني, الرقم الوطني للطالب, الرقم الوطني الشخصي, الرقم الشخصي, السجل المدني, رقم السجل المدني, رقم هويه الطالب, رقم الهويه الاقامه, هويه الطالب, رقم الاثبات, الرقم القومي, الرقم القومي للطالب, رقم قومي, رقم الهويه, رقم البطاقه, الرقم المدني, رقم جواز السفر, جواز السفر, رقم الاقامه',
  sex: 'sex, gender, النوع, الجنس, نوع الطالب, جنس الطالب',
  nationality: 'nationality, citizenship, الجنسيه, جنسيه الطالب',
  religion: 'religion, الديانه, ديانه الطالب, الدين',
  birthPlace: 'birth place, place of birth, محل الميلاد, مكان الميلاد, جهه الميلاد, محافظه الميلاد, مسقط الراس',
  address:
    'address, home address, student address, mailing address, address 1, street address, العنوان, عنوان الطالب, عنوان السكن, محل الاقامه, السكن',
  seatNumber: 'seat number, exam seat number, exam number, رقم الجلوس, رقم جلوس الطالب',
  admittedOn:
    'admitted on, admission date, date of admission, enrolment date, enrollment date, joined on, تاريخ القبول, تاريخ القيد, تاريخ الالتحاق, تاريخ التسجيل',
  admissionPaper: 'admission paper, ورقه القيد, سند القيد, مستند القيد, مستند القبول',
  otherNumber:
    'number in another system, other number, student id, student number, student no, sis id, external id, state id, state student number, state student id, student state id, alternate id, other id, user id, pupil id, admission no, admission number, enrolment number, enrolment no, perm id, permanent id, local id, employee id, idnumber, رقم الطالب, رقم الطالب في النظام, الرقم الاكاديمي, الرقم في نظام اخر, رقم الطالب الاكاديمي, رقم القيد, رقم القيد بالسجل',
  healthNotes:
    'health, health notes, medical notes, medical conditions, allergies, الحاله الصحيه, ملاحظات صحيه, الملاحظات الصحيه, الامراض, الحساسيه, امراض مزمنه',
  pickUpNotes:
    'pick up, pick up notes, pickup notes, ملاحظات الاستلام, المسموح باستلامه, من يستلم الطالب, من يصطحب الطالب, مستلم الطالب',
  guardianName1:
    'guardian, parent guardian, guardian name, guardian full name, parent, parent name, parent full name, guardian 1, parent 1, guardian name 1, parent 1 name, guardian 1 name, contact name, contact 1 name, primary contact, ولي الامر, اسم ولي الامر, ولي امر الطالب, اسم ولي امر الطالب, اسم ولي الامر 1, guardian first name, parent first name, guardian 1 first name, parent 1 first name, contact first name, contact 1 first name, primary contact first name, الاسم الاول لولي الامر, اسم ولي الامر الاول',
  guardianLast1:
    'guardian last name, parent last name, guardian surname, parent surname, guardian family name, parent family name, guardian 1 last name, parent 1 last name, contact last name, contact 1 last name, primary contact last name, لقب ولي الامر, عائله ولي الامر, اسم عائله ولي الامر, اسم العائله لولي الامر',
  guardianJob1:
    'job, occupation, profession, guardian job, guardian occupation, parent job, parent occupation, guardian job 1, وظيفته, الوظيفه, المهنه, مهنته, وظيفه ولي الامر, مهنه ولي الامر, عمل ولي الامر, جهه عمل ولي الامر',
  landline:
    'landline, home phone, other phone, home telephone, تليفون المنزل, هاتف المنزل, التليفون الارضي, تليفون ارضي, هاتف ارضي, الهاتف الارضي, تليفون اخر',
  guardianName2:
    'guardian name 2, guardian 2, parent 2, guardian 2 name, parent 2 name, contact 2 name, second guardian, ولي الامر 2, ولي الامر الثاني, اسم ولي الامر 2, اسم ولي الامر الثاني, guardian 2 first name, parent 2 first name, contact 2 first name, second guardian first name, الاسم الاول لولي الامر الثاني',
  guardianLast2:
    'guardian 2 last name, parent 2 last name, guardian 2 surname, parent 2 surname, contact 2 last name, second guardian last name, لقب ولي الامر الثاني, اسم عائله ولي الامر الثاني',
  guardianJob2: 'guardian job 2, guardian 2 job, parent 2 job, وظيفه ولي الامر 2, وظيفه ولي الامر الثاني',
  guardianName3:
    'guardian name 3, guardian 3, parent 3, guardian 3 name, parent 3 name, third guardian, ولي الامر 3, ولي الامر الثالث, اسم ولي الامر 3, اسم ولي الامر الثالث, guardian 3 first name, parent 3 first name, contact 3 first name, contact 3 name',
  guardianLast3: 'guardian 3 last name, parent 3 last name, contact 3 last name, لقب ولي الامر الثالث',
  guardianJob3: 'guardian job 3, guardian 3 job, parent 3 job, وظيفه ولي الامر 3, وظيفه ولي الامر الثالث',
  fatherName:
    'father, father full name, fathers full name, full name of father, name of the father, الاب, اسم الوالد, الوالد, اسم الاب بالكامل, اسم الاب رباعي, اسم الاب الكامل, father first name, fathers first name, الاسم الاول للاب, الاسم الاول للوالد',
  fatherLast:
    'father last name, fathers last name, father surname, father family name, لقب الاب, اسم عائله الاب, لقب الوالد',
  fatherJob:
    'father job, fathers job, father occupation, father profession, وظيفه الاب, مهنه الاب, عمل الاب, وظيفه الوالد, مهنه الوالد',
  motherName:
    'mother, mother name, mothers name, mother full name, name of the mother, الام, اسم الام, اسم الوالده, الوالده, اسم الام بالكامل, اسم الام رباعي, mother first name, mothers first name, الاسم الاول للام, الاسم الاول للوالده',
  motherLast:
    'mother last name, mothers last name, mother surname, mother family name, لقب الام, اسم عائله الام, لقب الوالده',
  motherJob:
    'mother job, mothers job, mother occupation, mother profession, وظيفه الام, مهنه الام, عمل الام, وظيفه الوالده, مهنه الوالده',
  guardianMay1:
    'guardian may, guardian may 1, guardian rights, may fetch, صلاحيات ولي الامر, صلاحيات, صلاحياته, يستلم الطالب, استلام الطالب',
  guardianMay2: 'guardian may 2, صلاحيات ولي الامر الثاني',
  guardianMay3: 'guardian may 3, صلاحيات ولي الامر الثالث',
  fatherMay: 'father may, صلاحيات الاب',
  motherMay: 'mother may, صلاحيات الام',
  admittedFrom: 'came from, previous school, former school, قادم من, المدرسه السابقه, المدرسه المحول منها, محول من',
  staffName:
    'name, full name, teacher, teacher name, staff name, employee, employee name, الاسم, اسم المعلم, اسم المدرس, اسم الموظف, المعلم, المدرس, الموظف, الاسم بالكامل, الاسم رباعي',
  staffFirst: 'first name, given name, forename, teacher first name, staff first name, الاسم الاول, الاول',
  staffLast:
    'last name, family name, surname, teacher last name, staff last name, الاسم الاخير, اسم العائله, العائله, اللقب',
  staffPhone:
    'phone, phone number, mobile, mobile number, teacher phone, staff phone, work phone, mobile phone, whatsapp, هاتف, الهاتف, رقم الهاتف, موبايل, الموبايل, رقم الموبايل, المحمول, رقم المحمول, تليفون, التليفون, رقم التليفون, هاتف المعلم, جوال, الجوال, recovery phone',
  staffEmail:
    'email, e mail, mail, teacher email, staff email, work email, email address, e mail address, البريد, البريد الالكتروني, الايميل, ايميل, بريد الكتروني',
  staffRole: 'role, position, job, job title, الدور, الوظيفه, المسمي الوظيفي, الصفه, وظيفته',
  staffCourses:
    'course, courses, course name, subject, subjects, teaches, الماده, المواد, الماده الدراسيه, ماده, مواد, التخصص, يدرس',
  staffClasses:
    'class, classes, class name, classes taught, classroom, classrooms, section, sections, الفصل, الفصول, اسم الفصل, فصول, فصل',
  courseName:
    'course, course name, name, subject, subject name, title, الماده, اسم الماده, ماده, المواد, الاسم, الماده الدراسيه',
  courseLanguage: 'language, course language, language of instruction, اللغه, لغه التدريس, لغه الماده, لغه',
  markCourse:
    'course, course name, course title, subject, subject name, الماده, اسم الماده, ماده, الماده الدراسيه, المقرر, اسم المقرر, المقرر الدراسي',
  mark: 'mark, score, marks, final mark, final score, course total, overall score, total, total mark, total marks, total score, grand total, الدرجه, درجه, درجه الطالب, المجموع, المجموع الكلي, مجموع الدرجات, المجموع العام, الدرجه المستحقه',
  markOf:
    'out of, of, max, maximum, max mark, maximum mark, full mark, max score, points possible, النهايه العظمي, الدرجه العظمي, الدرجه النهائيه, الدرجه الكليه, من',
  markPercent: 'percent, percentage, average, النسبه, النسبه المئويه, المعدل, المتوسط',
  markWord: 'letter grade, final grade, rating, evaluation, result word, التقدير, التقدير العام, تقدير',
  markYear: 'year, school year, academic year, السنه, السنه الدراسيه, العام الدراسي, العام, عام',
  markTerm: 'term, semester, grading period, session, marking period, الفصل الدراسي, الترم, الفتره',
  markOfCourse: 'mark of the course in the heading, درجات الماده التي في العنوان',
  wordOfCourse: 'word of the course in the heading, تقدير الماده التي في العنوان',
  attendDay:
    'day, date, absence date, attendance date, date of absence, calendar date, اليوم, التاريخ, تاريخ الغياب, يوم الغياب, تاريخ اليوم, التاريخ الميلادي',
  attendState:
    'state, status, attendance, attendance status, attendance code, absence code, code description, mark, الحاله, حاله الحضور, الحضور, الغياب, حاله الطالب, نوع الغياب, الحضور والغياب',
  attendMinutes:
    'minutes, minutes late, late minutes, mins late, دقائق التاخير, الدقائق, مده التاخير, عدد دقائق التاخير',
  attendNote:
    'reason, note, notes, comment, comments, absence reason, remark, السبب, سبب الغياب, ملاحظات, ملاحظه, العذر, المبرر',
  attendMonth: 'month, الشهر, شهر',
  attendOfDay: 'state on the day in the heading, حاله اليوم الذي في العنوان',
  courseDescription: 'description, course description, about, الوصف, وصف الماده, وصف, نبذه',
  feeFamily:
    'family code, family number, family id, family no, account code, account number, كود العائله, كود الاسره, رقم العائله, رقم الاسره, كود ولي الامر, رقم الحساب',
  feeItem:
    'fee item, fee, fee name, fee type, item, charge, بند, البند, بند الرسوم, نوع الرسوم, اسم البند, الرسوم, المصروف, نوع المصروفات',
  feeDue:
    'amount due, due, due amount, charged, amount charged, fees due, المستحق, المبلغ المستحق, المطلوب, المبلغ المطلوب, قيمه الرسوم, المصروفات المستحقه, اجمالي المطلوب, اجمالي المستحق, المطلوب سداده, اجمالي المصروفات, اجمالي الرسوم, المصروفات الدراسيه, الرسوم الدراسيه, قيمه المصروفات, المصروفات, total due, total fees, tuition, tuition fees, total charged',
  feePaid:
    'amount paid, paid, paid amount, fees paid, received, المدفوع, المبلغ المدفوع, المسدد, المبلغ المسدد, المحصل, السداد, اجمالي المدفوع, اجمالي المسدد, ما تم سداده, ما سدد, total paid',
  feeDay: 'due on, due date, due day, date due, تاريخ الاستحقاق, موعد الاستحقاق, يستحق في, تاريخ السداد المستحق',
}

/** Headings that occur beside these and mean something else, although some of them are written almost like one of these. */
export const otherWords =
  'username, user name, login, login name, account, email, e mail, student email, id, identifier, title, initials, nickname, preferred name, suffix, status, school, school name, school number, department, city, country, state, group, cohort, term, year, age, average, total, grades, notes, comments, other, others, اسم المستخدم, البريد, البريد الالكتروني, الحاله, ملاحظات, المدرسه, المدينه, العمر, السن, المجموع, المعدل'
    .split(',')
    .map((word) => word.trim())

/** Words of headings above passwords, wherever they stand in the heading. */
export const secretWords =
  'password, passwd, pass word, pwd, passcode, passphrase, mot de passe, كلمه المرور, كلمه مرور, كلمات المرور, رمز المرور, كلمات السر, رمز السر, الرمز السر, كلمه السر, كلمه سر, الرقم السري, رقم سري, الرمز السري, رمز سري, كلمه الدخول, كلمات الدخول, رمز الدخول, كود الدخول, سري, السري, الباس, الباس وورد, باس وورد, الباسورد, باسورد, الباسوورد, باسوورد, temp pass, temporary pass, initial pass, default pass, login pass, user pass, access code, login code, activation code, pin number, pw, contrasena, contrasenya, kennwort, senha, sifre, parola, wachtwoord, lozinka, haslo, heslo, salasana, losenord, пароль, κωδικος προσβασης, credentials, contrasenas, code secret, zugangscode, zugangsdaten, sifresi, parolasi, parolalar, sifreler, mat khau, kata sandi, sandi, jelszo, geslo, adgangskode, nenosiri, palavra passe, clave de acceso, fjalekalimi, slaptazodis, parool, kod pin, парола, лозинка, пин код, κωδικός πρόσβασης, security answer, security question, secret question, pass code, lms pass, portal pass, moodle pass, كلمه عبور, كلمات عبور, رمز عبور, رمز دخول, كود تفعيل, رمز تفعيل, رمز تسجيل دخول, بيانات دخول, سؤال الامان, پاسورد, پاس ورد, پاس ورڈ, گذرواژه, סיסמה, סיסמא, סיסמת, 密码, 密碼, 口令, パスワード, 暗証, 비밀번호, 암호, पासवर्ड, รหัสผ่าน'
    .split(',')
    .map((word) => word.trim())

/** Headings above passwords that mean something else within other words. */
export const secretHeadings = [
  'pass',
  'secret',
  'clave',
  'pin',
  'pins',
  'student pin',
  'parent pin',
  'user pin',
  'login pin',
  'رمز pin',
  'pin no',
  'student pass',
  'otp',
  'mdp',
  'пин',
  'سر',
  'البن كود',
  'بن كود',
]
