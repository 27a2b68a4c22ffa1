import { fold } from '#contract/language/fold.ts'

/** The months in both languages, as Egypt, the Levant and the Maghreb call them. */
const months = [
  'jan january يناير كانون2 جانفي',
  'feb february فبراير شباط فيفري',
  'mar march مارس آذار',
  'apr april أبريل إبريل نيسان أفريل',
  'may مايو أيار ماي',
  'jun june يونيو يونية حزيران جوان',
  'jul july يوليو يولية تموز جويلية',
  'aug august أغسطس آب أوت',
  'sep sept september سبتمبر أيلول',
  'oct october أكتوبر',
  'nov november نوفمبر',
  'dec december ديسمبر كانون1',
].map((words) => words.split(' ').map((word) => fold(word)))

/** The number of a month from 1; 0 for any other word. */
export const monthNamed = (word: string) => months.findIndex((names) => names.includes(fold(word))) + 1
