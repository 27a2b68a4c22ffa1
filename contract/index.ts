import { attendance } from './attendance.ts'
import { classes } from './classes.ts'
import { identity } from './identity.ts'
import type { Operation } from './operation.ts'
import { parents } from './parents.ts'
import { registration } from './registration.ts'
import { schools } from './schools.ts'
import { students } from './students.ts'
import { users } from './users.ts'

/** Every domain, one line each. */
export const contract = {
  identity: { ...identity, ...registration, ...users },
  schools,
  classes,
  students,
  parents,
  attendance,
}

/** Every operation served, in the order of the domains. */
export const operations: Operation[] = Object.values(contract).flatMap((domain) => Object.values<Operation>(domain))
