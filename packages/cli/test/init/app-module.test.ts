import { withHaftModule } from '../../src/init/app-module.js';

const IMPORTS = `import { Module } from '@nestjs/common';
import { AppService } from './app.service.js';
`;
const ADDED = `import { HaftModule } from '@haft/nestjs';
import { TodoModule } from './todo/todo.module.js';
import { toolsets } from './toolsets.gen.js';
`;

const moduleWith = (properties: string): string => `@Module({
${properties}
})
export class AppModule {}
`;

describe('withHaftModule', () => {
  it.each([
    ['an empty list', '  imports: [],', '  imports: [HaftModule.forRoot({ toolsets }), TodoModule],'],
    [
      'a list in one line',
      '  imports: [UsersModule],\n  providers: [AppService],',
      '  imports: [HaftModule.forRoot({ toolsets }), TodoModule, UsersModule],\n  providers: [AppService],',
    ],
    [
      'a list in several lines',
      '  imports: [\n    UsersModule,\n    OrdersModule,\n  ],',
      '  imports: [\n    HaftModule.forRoot({ toolsets }),\n    TodoModule,\n    UsersModule,\n    OrdersModule,\n  ],',
    ],
    [
      'no list',
      '  providers: [AppService],',
      '  imports: [HaftModule.forRoot({ toolsets }), TodoModule],\n  providers: [AppService],',
    ],
  ])('imports the modules, where there is %s', (_what, before, after) => {
    const found = withHaftModule(`${IMPORTS}\n${moduleWith(before)}`, '.js');
    expect(found).toBe(`${IMPORTS}${ADDED}\n${moduleWith(after)}`);
  });

  it('writes imports as the project does', () => {
    const source = `import { Module } from '@nestjs/common';\n\n${moduleWith('  imports: [],')}`;
    expect(withHaftModule(source, '')).toContain("import { toolsets } from './toolsets.gen';\n\n@Module");
  });

  it.each([
    ['knows Haft already', `import { HaftModule } from '@haft/nestjs';\n${moduleWith('  imports: [],')}`],
    ['has two modules', `${IMPORTS}${moduleWith('  imports: [],')}${moduleWith('  imports: [],')}`],
    ['computes its imports', `${IMPORTS}${moduleWith('  imports,')}`],
    ['computes its metadata', `${IMPORTS}@Module(metadata)\nexport class AppModule {}\n`],
    ['is empty', ''],
  ])('leaves a file alone that %s', (_what, source) => {
    expect(withHaftModule(source, '.js')).toBeUndefined();
  });
});
