import { expect, test } from 'vitest'
import { standOf } from './push-stand.ts'

const fine = {
  isSecure: true,
  isSupported: true,
  isApplePhone: false,
  isSafari: false,
  isInstalled: false,
  permission: 'granted',
  isOn: true,
  deviceId: 7,
  hasKinds: true,
} as const

test.each([
  ['on', {}],
  ['on', { isApplePhone: true, isInstalled: true }],
  // The server has not answered yet.
  ['on', { deviceId: undefined }],
  ['muted', { hasKinds: false }],
  ['unsure', { deviceId: null }],
  ['unsure', { deviceId: null, hasKinds: false }],
  ['off', { isOn: false }],
  ['off', { isOn: false, deviceId: null, hasKinds: false }],
  ['ask', { permission: 'default', isOn: false }],
  // The permission was reset in the settings of the browser.
  ['ask', { permission: 'default' }],
  ['denied', { permission: 'denied' }],
  ['denied', { permission: 'denied', isOn: false, deviceId: null }],
  ['deniedSafari', { permission: 'denied', isSafari: true }],
  ['deniedApp', { permission: 'denied', isInstalled: true }],
  ['deniedApp', { permission: 'denied', isInstalled: true, isSafari: true }],
  ['deniedIos', { permission: 'denied', isInstalled: true, isApplePhone: true }],
  ['unsupported', { isSupported: false }],
  ['unsupported', { isSupported: false, permission: 'denied' }],
  ['unsupported', { isSupported: false, isInstalled: true }],
  ['ios', { isSupported: false, isApplePhone: true }],
  // The step «add to the Home Screen» was already taken.
  ['iosOld', { isSupported: false, isApplePhone: true, isInstalled: true }],
  ['insecure', { isSecure: false }],
  ['insecure', { isSecure: false, isSupported: false, isApplePhone: true }],
] as const)('says %s for %o', (stand, facts) => {
  expect(standOf({ ...fine, ...facts })).toBe(stand)
})
