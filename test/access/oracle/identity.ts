import { type Asked, asked, type Line, one, refused } from './expected.ts'
import { ownSchools } from './schools.ts'

/** Who somebody is and what he holds: Login's answer without its secret (api.md §11, Me). */
function meOf({ graph, rights }: Asked, personId: string) {
  const person = one(graph.users, personId)
  const held = [...rights.appKeys, ...rights.schools.flatMap(({ id }) => rights.keysIn(id))]
  return {
    logedinUser: {
      id: person.id,
      userType: rights.isPlatform ? 0 : 1,
      userName: person.user_name ?? '',
      firstName: person.first_name,
      middelName: person.middle_name ?? '',
      lastName: person.last_name,
      phoneNumber: person.phone_number,
      imageUrl: person.image_url ?? '',
    },
    permissions: [...new Set(held)].sort(),
    appPermissions: rights.appKeys,
    schools: ownSchools(graph, rights),
    isTeacher: rights.isTeacher,
    isParent: rights.children.length > 0,
  }
}

/** Everybody may try; who knows the password of the phone is in. */
export const login: Line = ({ graph, body }) => {
  const person = graph.users.find(({ phone_number }) => phone_number === body.phoneNumber)
  if (!person || body.password !== 'kashkool')
    return { status: 400, sentence: 'The phone number or password is not correct' }
  return { status: 200, body: null, holds: meOf(asked(graph, person.id, {}), person.id) }
}

export const me: Line = (asked) => (asked.who ? { status: 200, body: meOf(asked, asked.who) } : refused.signedOut)

/** Ends the session sent along, which the matrix makes anew for each call. */
export const logout: Line = ({ who }) => ({
  status: 200,
  body: null,
  holds: { done: true, ...(who && { changed: 1 }) },
})
