import { expect, test } from 'vitest'
import { guardianMayIn } from './guardian-may.ts'
import { recognised } from './headings.ts'

const meaningOf = (heading: string) => recognised([heading])[0]?.meaning ?? null

test('a heading with a slip is recognised, and a short other word is not', () => {
  expect(meaningOf('الاول')).toBe('firstName')
  expect(meaningOf('تاريخ الميلد')).toBe('birthDate')
  expect(meaningOf('الرقم القومى')).toBe('nationalNumber')
  for (const other of ['الطول', 'الوزن', 'السن', 'النوم']) expect(meaningOf(other), other).toBeNull()
})

const meaningsOf = (headings: string, kind?: 'staff') =>
  recognised(headings.split(','), kind).map((one) => one?.meaning ?? null)

test('a heading written as one word is the exact one, before any that resembles it', () => {
  expect(meaningsOf('username,firstname,middlename,lastname,class')).toEqual([
    null,
    'firstName',
    'middleName',
    'lastName',
    'className',
  ])
  expect(recognised(['FIRSTNAME', 'surname'])).toEqual([
    { meaning: 'firstName', guess: 'exact' },
    { meaning: 'lastName', guess: 'exact' },
  ])
})

test('a word of its own is never taken for another that it resembles', () => {
  expect(meaningsOf('Username,User name,E-mail,Login,Grades')).toEqual([null, null, null, null, null])
  expect(meaningsOf('Last_name,First_name', 'staff')).toEqual(['staffLast', 'staffFirst'])
})

test('a column of passwords is known as one and has no meaning', () => {
  const secret = { meaning: null, guess: 'secret' }
  for (const heading of [
    'Password',
    'PASSWORD',
    'pass',
    'Default password',
    'كلمة المرور',
    'كلمة مرور الطالب',
    'الرقم السري',
    'الرمز السري للطالب',
    'رمز الدخول',
    'Passwort',
    'Pasword',
    'Password1',
    'Mot de passe',
    'PIN',
    'Parent PIN',
    'Temp pass',
    'temp_pass',
    'Access code',
  ])
    expect(recognised([heading]), heading).toEqual([secret])
  expect(meaningsOf('Passport,bus pass')).toEqual(['nationalNumber', null])
  expect(
    recognised(['رمز الطالب', 'رمز التسجيل', 'سيرين', 'PIN code', 'Pincode', 'bus pass', 'Spin']),
  ).not.toContainEqual(secret)
  expect(meaningsOf('Pasport')).toEqual(['nationalNumber'])
})

test('what a guardian may is read from folders of this product and from the words of a school', () => {
  expect(guardianMayIn('livesWith yes, mayFetch no')).toEqual({ livesWith: 'yes', mayFetch: 'no' })
  expect(guardianMayIn('يقيم مع الطالب، لا يستلم')).toEqual({ livesWith: 'yes', mayFetch: 'no' })
  expect(guardianMayIn('يتابع لا؛ يستلم نعم')).toEqual({ maySee: 'no', mayFetch: 'yes' })
  expect(guardianMayIn('يسافر معه')).toBeNull()
})

test('the name of a guardian may stand in two columns', () => {
  expect(meaningsOf('Student Name,Parent 1 First Name,Parent 1 Last Name,Father Last Name')).toEqual(
    'fullName,guardianName1,guardianLast1,fatherLast'.split(','),
  )
  expect(meaningsOf('اسم الطالب,اسم ولي الأمر,لقب ولي الأمر,اسم الأم,لقب الأم')).toEqual(
    'fullName,guardianName1,guardianLast1,motherName,motherLast'.split(','),
  )
})

test('the lists of other systems are known by their headings', () => {
  const aeries = 'Student ID,Last Name,First Name,Sex,Grade,Birthdate,Parent/Guardian,Mailing Address'
  expect(meaningsOf(aeries)).toEqual(
    'otherNumber,lastName,firstName,sex,gradeName,birthDate,guardianName1,address'.split(','),
  )
  expect(meaningsOf('guardian1Name,guardian1CellPhone,guardian1Relationship,Year Group,Form Group')).toEqual(
    'guardianName1,phone1,relation1,gradeName,className'.split(','),
  )
  expect(meaningsOf('رقم هوية الطالب,اسم الطالب,الصف,الفصل,تاريخ الميلاد هجري,جوال ولي الأمر')).toEqual(
    'nationalNumber,fullName,gradeName,className,birthDate,phone1'.split(','),
  )
})

test('a heading of other people is no misspelt heading of the student', () => {
  for (const heading of ['تاريخ ميلاد الأب', 'الرقم القومي للأب', 'اسم الأخ', 'other', 'ولي الأمر / العنوان'])
    expect(meaningOf(heading), heading).toBeNull()
  expect(recognised(['Student PW'])).toEqual([{ meaning: null, guess: 'secret' }])
  expect(meaningsOf('الاسم,الأب / الاسم,بيانات الأب / الموبايل,Mother data / Mobile')).toEqual([
    'fullName',
    'fatherName',
    'fatherPhone',
    'motherPhone',
  ])
})

test('passwords are known by their words in other languages', () => {
  for (const heading of [
    'Contraseña',
    'Kennwort',
    'Şifre',
    'wachtwoord',
    'пароль',
    'كلمات السر',
    'الباس وورد',
    'كود الدخول',
    'رقم الدخول السري',
    'PassWord1',
    'PW',
    'Şifresi',
    'mdp',
    '登录密码',
    '학생 비밀번호',
    'Парола',
    'רמז סיסמה',
    'رمز عبور',
    'كلمة العبور',
    'پاسورد',
  ])
    expect(recognised([heading])[0]?.guess, heading).toBe('secret')
})
