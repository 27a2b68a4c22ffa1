import type { ClassToday, Home } from './home-of.ts'

type Named = Pick<ClassToday, 'id' | 'studentsCount'>

/** Whether a class has a register to take today: it has students, and its school is open. */
const hasRegister = ({ closedIds }: Pick<Home, 'closedIds'>, { id, studentsCount }: Named) =>
  studentsCount > 0 && !closedIds.includes(id)

/** Whether the register of a class is still to be taken today; one that is kept on this device is not. */
export const waitsForRegister = (
  home: Pick<Home, 'closedIds' | 'keptIds'>,
  one: Named & Pick<ClassToday, 'register'>,
) => one.register === null && !home.keptIds.includes(one.id) && hasRegister(home, one)

/** The classes with a register today, and those of them that wait for it. */
export function registersOf<One extends Named & Pick<ClassToday, 'register'>>(
  home: Pick<Home, 'closedIds' | 'keptIds'> & { classes: readonly One[] },
) {
  const expected = home.classes.filter((one) => hasRegister(home, one))
  return { expected, missing: expected.filter((one) => waitsForRegister(home, one)) }
}
