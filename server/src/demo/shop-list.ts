export type DemoItem = {
  name: string
  description: string
  price: number
  /** Pieces left now; null: unlimited. */
  left: number | null
  limit?: number
  isOff?: true
}

/** The shop items of the demo company, in their order. */
export const demoItems: readonly DemoItem[] = [
  {
    name: 'Худи «Северный дом», плотное',
    description: 'Размеры от S до XXL: напишите свой в комментарии к заказу',
    price: 5400,
    left: 6,
    limit: 1,
  },
  {
    name: 'Термокружка 450 мл',
    description: 'Держит тепло до шести часов, не проливается',
    price: 1900,
    left: 14,
  },
  {
    name: 'Оплачиваемый выходной',
    description: 'День согласуйте с начальницей смены',
    price: 9000,
    left: null,
    limit: 1,
  },
  {
    name: 'Сертификат Ozon, 1 000 ₽',
    description: 'Код придёт на почту в день выдачи',
    price: 3600,
    left: null,
    limit: 2,
  },
  {
    name: 'Наушники беспроводные',
    description: 'С шумоподавлением, до 30 часов без зарядки',
    price: 14_500,
    left: 2,
  },
  { name: 'Шоколад авторский', description: 'Плитка 70 г, вкус на выбор', price: 540, left: null },
  { name: 'Плед «Клетка»', description: 'Шерсть и хлопок, 130 × 170 см', price: 2700, left: 1, limit: 1 },
  {
    name: 'Рюкзак городской',
    description: 'Отделение для ноутбука 15 дюймов',
    price: 7800,
    left: 0,
  },
  { name: 'Обед в столовой', description: 'Суп, второе и компот', price: 450, left: null },
  {
    name: 'Билеты в кино на двоих',
    description: 'Любой сеанс в Подольске, до конца месяца',
    price: 2200,
    left: 0,
    limit: 1,
  },
  {
    name: 'Набор «Уют» со скидкой',
    description: 'Вернётся в декабре',
    price: 1200,
    left: 20,
    isOff: true,
  },
]
