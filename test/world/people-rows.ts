import type { Rows } from './insert.ts'
import { people } from './people.ts'
import { otherParents } from './students.ts'

type Person = { id: string; phone: string; firstName: string; middleName: string; lastName: string }

export const peopleRows = (passwordHash: string): Rows =>
  userRows([...Object.values(people), ...otherParents], passwordHash)

export const userRows = (persons: Person[], passwordHash: string): Rows => [
  [
    'users',
    persons.map(({ id, phone, firstName, middleName, lastName }) => ({
      id,
      phone_number: phone,
      password_hash: passwordHash,
      password_set_at: startedAt,
      first_name: firstName,
      middle_name: middleName,
      last_name: lastName,
      country: 'مصر',
      version: 1,
      created_at: startedAt,
      modified_at: startedAt,
    })),
  ],
]

export const startedAt = '2025-08-01T08:00:00Z'
