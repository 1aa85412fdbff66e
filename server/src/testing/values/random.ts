export { Random } from '../../demo/random.ts'
