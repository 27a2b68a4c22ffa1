/**
 * What an import brings: students, guardians of existing students, staff, courses, what families owe and paid in another system, marks that another
 * school or system gave, or the attendance of the running year.
 */
export const importKinds = ['students', 'guardians', 'staff', 'courses', 'balances', 'marks', 'attendance'] as const
