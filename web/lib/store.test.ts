import { beforeEach, expect, test } from 'vitest'
import { holds } from './session.ts'
import { emptySlices, type Slices, persisted } from './slices.ts'
import { useStore } from './store.ts'

beforeEach(() => useStore.setState(emptySlices))

const root = () => useStore.getState()

const school = (id: string, permissions: string[]) => ({
  id,
  name: id,
  imageUrl: null,
  permissions,
  timeZone: 'Africa/Cairo',
  active: true,
})

test('signing in succeeds, fails and ends as the product says', () => {
  root().loginFailure('The phone number or password is not correct')
  expect(root().auth).toEqual({
    isAuthenticated: false,
    token: null,
    authError: 'The phone number or password is not correct',
  })
  root().clearAuthError()
  expect(root().auth.authError).toBeNull()

  root().keep({ permissions: { held: ['AddGrade'], appWide: [] } })
  root().loginSuccess('secret')
  expect(root().auth).toEqual({ isAuthenticated: true, token: 'secret', authError: null })

  root().logout()
  expect(root().auth).toEqual(emptySlices.auth)
  expect(root().permissions.held).toEqual([])
})

test('the token never reaches the disk', () => {
  root().loginSuccess('secret')
  const disk = JSON.stringify(persisted(root()))
  expect(disk).not.toContain('secret')
  expect(Object.keys(persisted(root())).toSorted()).toEqual(Object.keys(emptySlices).toSorted())
})

test('a reset clears everything but the settings of the app', () => {
  root().keep({ schools: [school('1', [])] })
  root().setAppSettings({ theme: 'dark' })
  root().setDefaults({ defaultSchoolId: '1', defaultSchoolName: '1' })
  root().reset()
  const { appSettings, schools, defaults } = root() satisfies Slices
  expect(appSettings).toEqual({ theme: 'dark', menuCollapsed: false })
  expect({ schools, defaults }).toEqual({ schools: [], defaults: emptySlices.defaults })
})

test('a key counts in the default school or app-wide, and in no other school', () => {
  root().keep({
    schools: [school('nile', ['AttendanceAction']), school('delta', ['AddGrade'])],
    permissions: { held: ['AddGrade', 'AttendanceAction', 'ViewLanguages'], appWide: ['ViewLanguages'] },
  })
  root().setDefaults({ defaultSchoolId: 'delta', defaultSchoolName: 'delta' })
  expect(holds('AddGrade')).toBe(true)
  expect(holds('ViewLanguages')).toBe(true)
  expect(holds('AttendanceAction')).toBe(false)
})
